import { Browser } from '@capacitor/browser'
import { forgetSecret, keepSecret, readSecret } from './secrets.ts'

const VERIFIER = 'sign-on-verifier'
const VERIFIER_BYTES = 48

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/**
 * Opens the company's sign-in page in the system's browser, where its sessions are. PKCE (RFC 7636, S256): the code that returns can be
 * used with the verifier only, which stays in secure storage.
 * @throws ApiError `device_locked`
 */
export async function openSignOn(link: string): Promise<void> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(VERIFIER_BYTES)))
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  await keepSecret(VERIFIER, verifier)
  const url = new URL(link)
  url.searchParams.set('app_challenge', base64url(new Uint8Array(hash)))
  await Browser.open({ url: url.href })
}

/** The verifier of the sign-on that this device began, once. null when it began none: then its return is ignored. */
export async function takeVerifier(): Promise<string | null> {
  const verifier = await readSecret(VERIFIER)
  if (verifier) await forgetSecret(VERIFIER)
  return verifier
}

/** The browser's page above the app; on Android the return has already covered it. */
export const closeSignOn = () => Browser.close().catch(() => undefined)
