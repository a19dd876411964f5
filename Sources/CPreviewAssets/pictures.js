// pictures.js
