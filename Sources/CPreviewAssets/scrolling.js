// scrolling.js
