// shapes.js
