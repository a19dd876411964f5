// frames.js
