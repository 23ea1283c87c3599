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

/**
 * In the browser: whatever changes something reaches the server half a second late. A journey that goes on before its change is stored, and leaves
 * or reloads the page, then fails each time, and not on a busy machine alone.
 */
export function delayChanges() {
  const { fetch } = window
  window.fetch = async (input, init) => {
    if ((init?.method ?? 'GET') !== 'GET') await new Promise((resolve) => setTimeout(resolve, 500))
    return fetch(input, init)
  }
}
