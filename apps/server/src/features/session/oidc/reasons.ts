interface LibraryError {
  readonly name?: string
  readonly code?: string
  readonly error?: string
  readonly message?: string
  readonly cause?: { readonly claim?: string; readonly code?: string; readonly parameters?: unknown } & Record<string, unknown>
}

/** What is wrong with a claim of the ID token, by its name. */
const OF_CLAIM: Record<string, string> = {
  iss: 'issuer',
  aud: 'audience',
  azp: 'audience',
  nonce: 'nonce',
  exp: 'expired',
  iat: 'time_unreadable',
  nbf: 'not_yet_valid',
  sub: 'subject',
}

const OF_CODE: Record<string, string> = {
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'expired',
  OAUTH_KEY_SELECTION_FAILED: 'signature_invalid',
  OAUTH_UNSUPPORTED_OPERATION: 'weak_algorithm',
  OAUTH_RESPONSE_BODY_ERROR: 'code_refused',
  OAUTH_AUTHORIZATION_RESPONSE_ERROR: 'provider_refused',
  OAUTH_PARSE_ERROR: 'not_readable',
  OAUTH_RESPONSE_IS_NOT_JSON: 'not_readable',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'not_readable',
  OAUTH_TIMEOUT: 'provider_unreachable',
}

/** Of the library's messages, where it has one code for several refusals. */
const OF_MESSAGE: readonly (readonly [RegExp, string])[] = [
  [/"state"/, 'state'],
  [/"iss" \(issuer\)|"iss" response parameter/, 'issuer'],
  [/JWT "alg"|"alg" header|unexpected JWS|algorithm/i, 'weak_algorithm'],
  [/signature verification failed/i, 'signature_invalid'],
  [/"nonce"/, 'nonce'],
  [/"aud"/, 'audience'],
  [/"id_token"|ID Token/i, 'id_token_missing'],
  [/"code"/, 'code_missing'],
]

/** The code of what the library refused: it checks the whole of OpenID Connect, and its errors say which part. */
export function reasonOf(error: unknown): string {
  const chain: LibraryError[] = []
  for (let one = error as LibraryError | undefined; one && chain.length < 4; one = one.cause as LibraryError | undefined) chain.push(one)
  for (const { cause, code, message = '' } of chain) {
    const claim = typeof cause?.claim === 'string' ? OF_CLAIM[cause.claim] : undefined
    if (claim) return claim
    const byMessage = OF_MESSAGE.find(([pattern]) => pattern.test(message))
    if (byMessage && code !== 'OAUTH_AUTHORIZATION_RESPONSE_ERROR' && code !== 'OAUTH_RESPONSE_BODY_ERROR') return byMessage[1]
    const byCode = code && OF_CODE[code]
    if (byCode) return byCode
  }
  return 'provider_unreachable'
}
