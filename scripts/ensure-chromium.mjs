// The journeys run in the machine's Chromium. On Debian as root it is installed from the distribution; elsewhere one line
// says what is missing.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

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
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) {
    console.error('Chromium is missing: install it, or set CHROMIUM to its path.')
    process.exit(1)
  }
  console.log('Installing Chromium …')
  const quietly = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  execFileSync('apt-get', ['update', '-q'], quietly)
  execFileSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium', 'fonts-noto-core', 'fonts-noto-ui-core'], quietly)
  return ensureChromium()
}

if (import.meta.filename === process.argv[1]) console.log(ensureChromium())
