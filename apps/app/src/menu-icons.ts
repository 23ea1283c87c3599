import { chatbubblesOutline, createOutline, homeOutline, personOutline, statsChartOutline } from 'ionicons/icons'

/** Separate from the routes: the first screen shows no menu and does not load its icons. */
export const MENU_ICONS = {
  'menu.home': homeOutline,
  'menu.ask': chatbubblesOutline,
  'menu.answer': createOutline,
  'menu.dashboard': statsChartOutline,
  'menu.profile': personOutline,
} as const
