/** How Playwright starts this browser. */
export const launchOf = (executablePath: string) => ({
  executablePath,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
})

/**
 * In the browser, before the app's first script: it asks to save data, so the app does not fetch the code of every screen while it is idle, as it
 * would in each journey.
 */
export function askToSaveData() {
  Object.defineProperty(Object.getPrototypeOf(Reflect.get(navigator, 'connection')), 'saveData', { get: () => true })
}
