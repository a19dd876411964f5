// gestures.js
