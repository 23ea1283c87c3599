const OVER_THE_PAGE =
  'dialog[open], :is(ion-modal, ion-alert, ion-action-sheet, ion-popover):not(.overlay-hidden), .driver-popover, ion-menu.show-menu:not(.menu-pane-visible)'

/** Whether a dialog of any kind is open: sheet, alert, tour, or the menu of a phone. */
export const isPageCovered = () => document.querySelector(OVER_THE_PAGE) !== null
