// furniture.js
