import { withoutMailMarker } from '../paths.ts'

/** Pages that a link from outside may open: the mailed links (docs/NATIVE.md). */
const PAGES = /^\/(guest-answer\/[\w-]+\/[\w-]+|reset-password\/[\w-]+|coffee\/[\w-]+|event\/[\w-]+)$/

/** What a single sign-on brought back. */
export interface ReturnedSignOn {
  readonly email: string
  readonly token: string
}

export type Opened = { readonly path: string } | { readonly signOn: ReturnedSignOn }

/**
 * What an address opens that the system handed to the app: a page, or the return of a single sign-on (`reflet://?saml=true&email=…&token=…`).
 * null for anything else: another host, another page, or a path that is encoded to look like one of ours.
 */
export function openedBy(address: string, server: string): Opened | null {
  if (!URL.canParse(address)) return null
  const { protocol, origin, pathname, search, searchParams } = new URL(withoutMailMarker(address))
  if (protocol === 'reflet:') {
    const [email, token] = [searchParams.get('email'), searchParams.get('token')]
    return searchParams.has('saml') && email && token ? { signOn: { email, token } } : null
  }
  return origin === server && PAGES.test(pathname) ? { path: pathname + search } : null
}
