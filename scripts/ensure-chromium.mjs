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
  const packages = ['chromium', 'fonts-noto-core', 'fonts-noto-ui-core']
  installPackages('Chromium', packages, 'Chromium is missing: install it, or set CHROMIUM to its path.')
  return ensureChromium()
}

if (import.meta.filename === process.argv[1]) console.log(ensureChromium())
