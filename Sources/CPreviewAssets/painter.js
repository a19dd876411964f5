// painter.js
