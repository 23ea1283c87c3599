// Programs of the distribution that tests need. On Debian as root they are installed; elsewhere one line says what is missing.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Whether programs can be installed here. */
export const canInstall = () => existsSync('/etc/debian_version') && process.getuid?.() === 0

/**
 * Installs packages of the distribution, or ends the process with the line that says what is missing.
 * @param {string} what the program, for the line before the installation
 * @param {readonly string[]} packages
 * @param {string} missing what to do where they cannot be installed
 */
export function installPackages(what, packages, missing) {
  if (!canInstall()) {
    console.error(missing)
    process.exit(1)
  }
  console.log(`Installing ${what} …`)
  const quietly = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  execFileSync('apt-get', ['update', '-q'], quietly)
  execFileSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], quietly)
}
