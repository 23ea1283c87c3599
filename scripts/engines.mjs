// The engines beside Chromium in which `npm run test:all` opens every screen, as Debian packages them.
import { existsSync } from 'node:fs'
import { canInstall, installPackages } from './debian.mjs'

const existing = (/** @type {readonly (string | undefined)[]} */ places) => places.find((place) => place && existsSync(place))

/** The path of a Firefox. */
export const findFirefox = () => existing([process.env.FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox'])

/** The programs by which WebKit is driven: its driver, its smallest browser, and a display that no one sees. */
export function findWebKit() {
  const driver = existing(['/usr/bin/WebKitWebDriver'])
  const browser = existing(['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`))
  const display = existing(['/usr/bin/Xvfb'])
  return driver && browser && display ? { driver, browser, display } : undefined
}

/** Installs them where that is possible. An engine that cannot be installed is left out: its journeys say so. */
export function ensureEngines() {
  const engines = [
    { name: 'Firefox', find: findFirefox, packages: ['firefox-esr'] },
    // With the codecs that Safari has: without them no video is read.
    { name: 'WebKit', find: findWebKit, packages: ['webkit2gtk-driver', 'xvfb', 'gstreamer1.0-libav'] },
  ]
  for (const { name, find, packages } of engines) {
    if (find() || !canInstall()) continue
    try {
      installPackages(name, packages, '')
    } catch (error) {
      console.error(`${name} could not be installed: ${error.message}`)
    }
  }
}
