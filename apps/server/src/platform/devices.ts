import { randomBytes } from 'node:crypto'
import { sameText, type Vault } from './crypto.ts'

/** On a shared computer only the last few people are stored. */
const MAX_PEOPLE = 5
const COOKIE = /^[\w-]{22}(\.[\w-]{43}){1,5}$/

/**
 * A browser with earlier logins: a random id, and for each account a MAC by this server. It identifies no one and gives no access; it only
 * gives its owner a separate counter of failed logins.
 */
export interface Device {
  readonly id: string
  readonly proofs: readonly string[]
}

/** The device of a cookie; null when it is invalid. */
export function readDevice(cookie: string | undefined): Device | null {
  if (!cookie || !COOKIE.test(cookie)) return null
  const [id = '', ...proofs] = cookie.split('.')
  return { id, proofs }
}

export const writeDevice = ({ id, proofs }: Device) => [id, ...proofs].join('.')

const proofOf = (vault: Vault, id: string, userId: string) => vault.deriveToken('device', `${id}:${userId}`)

/** Whether this person logged in on this device before. */
export function knows(vault: Vault, device: Device | null, userId: string): device is Device {
  return device?.proofs.some((proof) => sameText(proof, proofOf(vault, device.id, userId))) ?? false
}

/** The device after this person logged in on it. */
export function introduce(vault: Vault, device: Device | null, userId: string): Device {
  const id = device?.id ?? randomBytes(16).toString('base64url')
  const proof = proofOf(vault, id, userId)
  return { id, proofs: [proof, ...(device?.proofs ?? []).filter((other) => other !== proof)].slice(0, MAX_PEOPLE) }
}
