import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'

export interface HeaderSettings {
  /** `https` adds HSTS. */
  readonly secure: boolean
  /** Hashes of the page's inline scripts, for the content security policy. */
  readonly scriptHashes: readonly string[]
}

/** The security headers of every response. They do not depend on the call, so they are built once. */
export function securityHeaders(settings: HeaderSettings): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {}
  const response = {
    setHeader(name: string, value: string | number) {
      headers[name.toLowerCase()] = String(value)
    },
    removeHeader() {},
  }
  helmet(optionsOf(settings))({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error) throw error
  })
  return headers
}

function optionsOf({ secure, scriptHashes }: HeaderSettings) {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...scriptHashes.map((hash) => `'${hash}'`)],
        // Ionic positions its overlays with style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        // A company's own video may be on any https host (contract/videos.ts); its captions and poster are on this server.
        mediaSrc: ["'self'", 'https:'],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // Guest and reset links have their token in the URL: it must not be sent as a referrer.
    referrerPolicy: { policy: 'no-referrer' as const },
    crossOriginEmbedderPolicy: false,
    hsts: secure ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' as const },
  }
}
