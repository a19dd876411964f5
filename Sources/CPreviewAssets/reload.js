// reload.js
