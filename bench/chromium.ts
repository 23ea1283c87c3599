/** The browser of the measurements. */
export const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium'
export const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync']
