import { KeychainAccess, SecureStorage } from '@aparajita/capacitor-secure-storage'
import { ApiError } from '../errors.ts'
import { quick } from '../quick.ts'

/** What could not be deleted, because the device was locked: it is deleted before anything is read again. */
const OWES = 'reflet.owes-wipe'

/** Only on this device: not in backups, and readable while the device is unlocked. */
const ACCESS = KeychainAccess.whenUnlockedThisDeviceOnly

const locked = () => new ApiError(0, 'device_locked')

/** @throws ApiError `device_locked` when the Keychain or Keystore does not answer */
export async function readSecret(name: string): Promise<string | null> {
  try {
    if (quick.get(OWES)) await wipeSecrets()
    const kept = await SecureStorage.get(name, false)
    return typeof kept === 'string' ? kept : null
  } catch {
    throw locked()
  }
}

/** @throws ApiError `device_locked` */
export async function keepSecret(name: string, value: string): Promise<void> {
  try {
    if (quick.get(OWES)) await wipeSecrets()
    await SecureStorage.set(name, value, false, false, ACCESS)
  } catch {
    throw locked()
  }
}

/** Never fails: what is deleted later is not read before. */
export async function forgetSecret(name: string): Promise<void> {
  try {
    await SecureStorage.remove(name)
  } catch {
    quick.set(OWES, '1')
  }
}

/** At the first start of an installation, because the Keychain outlives the app. On a locked device before anything is read. */
export async function wipeSecretsOnce(): Promise<void> {
  quick.set(OWES, '1')
  await wipeSecrets()
}

async function wipeSecrets(): Promise<void> {
  await SecureStorage.clear()
  quick.set(OWES, null)
}
