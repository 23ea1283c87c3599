import { App } from '@capacitor/app'
import { Capacitor, SystemBars, SystemBarsStyle } from '@capacitor/core'
import { SplashScreen } from '@capacitor/splash-screen'
import { TextZoom } from '@capacitor/text-zoom'
import { settle } from '../errors.ts'
import { saveToken } from '../token.ts'
import { checkUpdate } from './update.ts'

const UPDATE_CHECK_MS = 3_600_000

const isDark = () => document.documentElement.classList.contains('ion-palette-dark')

/** A call whose failure changes nothing that the person could do about it. */
const attempt = (work: Promise<unknown>) => void work.catch(() => undefined)

const styleBars = () => attempt(SystemBars.setStyle({ style: isDark() ? SystemBarsStyle.Dark : SystemBarsStyle.Light }))

/** The text size of the system's settings; the layout is in `rem` and grows with it. */
const followTextSize = () => attempt(TextZoom.getPreferred().then(({ value }) => TextZoom.set({ value })))

/** The bars follow the theme, the text the system's size; what waited for an unlocked device is stored when the app comes to the front. */
export function followSystem(): void {
  styleBars()
  new MutationObserver(styleBars).observe(document.documentElement, { attributeFilter: ['class'] })
  followTextSize()
  let checkedAt = Date.now()
  void App.addListener('appStateChange', ({ isActive }) => {
    if (!isActive) return
    followTextSize()
    void settle(saveToken())
    if (Date.now() - checkedAt < UPDATE_CHECK_MS && Date.now() >= checkedAt) return
    checkedAt = Date.now()
    void checkUpdate()
  })
  // Without a listener the plugin goes back in the web view's history by itself, past open dialogs; Ionic does it by the page.
  if (Capacitor.getPlatform() === 'android') void App.addListener('backButton', () => undefined)
}

/** The first page is rendered. */
export const hideSplash = () => attempt(SplashScreen.hide({ fadeOutDuration: 150 }))

/** Leaves the app as its system does: it stays in memory. */
export const leaveApp = () => attempt(App.minimizeApp())
