import { randomBytes } from 'node:crypto'
import { sameText, type Vault } from './crypto.ts'

/** On a shared computer only the last few people are stored. */
const MAX_PEOPLE = 4
const COOKIE = /^[\w-]{22}(\.[\w-]{43}){1,5}$/

/**
 * A browser with earlier logins: a random id, and MACs by this server, one for each account and one of the id itself. It identifies no one and
 * gives no access; it only gives its owner a separate counter of logins.
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

const ownProof = (vault: Vault, id: string) => vault.deriveToken('device', id)
const has = ({ proofs }: Device, proof: string) => proofs.some((one) => sameText(one, proof))

/** Whether this server issued the device, which is known without reading the body of a call. A cookie of an earlier release does not show it. */
export const isIssued = (vault: Vault, device: Device | null): device is Device =>
  device !== null && has(device, ownProof(vault, device.id))

/** Whether this person logged in on this device before. */
export const knows = (vault: Vault, device: Device | null, userId: string): device is Device =>
  device !== null && has(device, proofOf(vault, device.id, userId))

/** The device after this person logged in on it. */
export function introduce(vault: Vault, device: Device | null, userId: string): Device {
  const id = device?.id ?? randomBytes(16).toString('base64url')
  const [own, proof] = [ownProof(vault, id), proofOf(vault, id, userId)]
  const others = (device?.proofs ?? []).filter((other) => other !== own && other !== proof)
  return { id, proofs: [own, proof, ...others.slice(0, MAX_PEOPLE - 1)] }
}
