// lettering.js
