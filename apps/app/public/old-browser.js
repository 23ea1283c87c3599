// Internet Explorer 11 and older: the one browser family that has `documentMode`, and before version 8 `document.all` without `atob`.
if (document.documentMode <= 11 || (document.all && !window.atob)) {
  window.alert("La version de votre navigateur n'est pas à jour. Veuillez utiliser Edge, Chrome ou Firefox pour accéder à Reflet.")
}
