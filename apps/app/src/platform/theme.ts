import { quick } from './quick.ts'
import { storage } from './storage.ts'
import { store, useStore } from './store.ts'

export type Theme = 'system' | 'light' | 'dark'

const DEVICE = 'device-darkmode'
const USER = 'user-darkmode'
const PAPER = { light: '#fbfaf8', dark: '#131220' }

const device = window.matchMedia('(prefers-color-scheme: dark)')
const read = (value: string | null): Theme => (value === null ? 'system' : value === 'true' ? 'dark' : 'light')
const theme = store<Theme>(read(quick.get(USER)))

/** The user's setting, else the device's, else light. */
const isDark = () => (theme.get() === 'system' ? device.matches : theme.get() === 'dark')

function apply() {
  const dark = isDark()
  document.documentElement.classList.toggle('ion-palette-dark', dark)
  document.querySelector<HTMLMetaElement>('meta[name=theme-color]')?.setAttribute('content', PAPER[dark ? 'dark' : 'light'])
}

function noteDevice() {
  quick.set(DEVICE, String(device.matches))
  apply()
}

export function startTheme() {
  noteDevice()
  device.addEventListener('change', noteDevice)
}

/** A phone's web view may lose LocalStorage: the setting is restored from the database. */
export async function restoreTheme() {
  if (quick.get(USER) !== null) return
  const kept = await storage.get<boolean>(USER)
  if (kept === null) return
  quick.set(USER, String(kept))
  theme.set(read(String(kept)))
  apply()
}

export const useTheme = () => useStore(theme)

export function chooseTheme(choice: Theme) {
  const dark = choice === 'system' ? null : choice === 'dark'
  quick.set(USER, dark === null ? null : String(dark))
  void (dark === null ? storage.remove(USER) : storage.set(USER, dark))
  void storage.set(DEVICE, device.matches)
  theme.set(choice)
  apply()
}
