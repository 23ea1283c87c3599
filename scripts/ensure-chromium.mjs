// The journeys run in the machine's Chromium.
import { existsSync } from 'node:fs'
import { installPackages } from './debian.mjs'

const PLACES = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

export const findChromium = () => PLACES.find((place) => place && existsSync(place))

/** @returns {string} the path of a Chromium */
export function ensureChromium() {
  const found = findChromium()
  if (found) return found
  const packages = ['chromium', 'chromium-headless-shell', 'fonts-noto-core', 'fonts-noto-ui-core']
  installPackages('Chromium', packages, 'Chromium is missing: install it, or set CHROMIUM to its path.')
  return ensureChromium()
}

/** The same engine without windows, as Debian packages it: an open page costs a fifth less. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

/**
 * For tests that need no push messages, which only the whole browser has.
 * @returns {string} the path of a headless shell, or else of a Chromium
 */
export function ensureHeadless() {
  const whole = ensureChromium()
  return !process.env.CHROMIUM && existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : whole
}

if (import.meta.filename === process.argv[1]) console.log(ensureChromium())
