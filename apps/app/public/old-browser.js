// Internet Explorer 11 and older only: the one browser family that has `documentMode`.
if (document.documentMode && document.documentMode <= 11) {
  window.alert("La version de votre navigateur n'est pas à jour. Veuillez utiliser Edge, Chrome ou Firefox pour accéder à Reflet.")
}
