/** Paths of navigations that the server itself answers: its programs and files, a badge's public page. They never come from the cache. */
export const OF_SERVER: RegExp[] = [
  /^\/(api|scim|saml|oidc|metrics|status|issuers|achievements|health|\.well-known|avatars|terms-of-use|privacy-policy|video-files|video-captions)(\/|$)/i,
  /^\/badge\/./i,
  /\.[a-z0-9]+$/i,
]
