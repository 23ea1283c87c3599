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
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: 'subject',
  OAUTH_KEY_SELECTION_FAILED: 'signature_invalid',
  OAUTH_UNSUPPORTED_OPERATION: 'weak_algorithm',
  OAUTH_RESPONSE_BODY_ERROR: 'code_refused',
  OAUTH_AUTHORIZATION_RESPONSE_ERROR: 'provider_refused',
  OAUTH_PARSE_ERROR: 'not_readable',
  OAUTH_RESPONSE_IS_NOT_JSON: 'not_readable',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'not_readable',
  OAUTH_TIMEOUT: 'provider_unreachable',
}

/** Their messages are the provider's own words. */
const CLEAR = new Set(['OAUTH_AUTHORIZATION_RESPONSE_ERROR', 'OAUTH_RESPONSE_BODY_ERROR'])

/** Of the library's messages, where it has one code for several refusals. */
const OF_MESSAGE: readonly (readonly [RegExp, string])[] = [
  [/"state"/, 'state'],
  [/"iss" \(issuer\)|"iss" response parameter/, 'issuer'],
  [/JWT "alg"|"alg" header|unexpected JWS|algorithm/i, 'weak_algorithm'],
  [/signature verification failed/i, 'signature_invalid'],
  [/"nonce"/, 'nonce'],
  [/"aud"/, 'audience'],
  [/"id_token"|ID Token/i, 'id_token_missing'],
  [/authorization code|"code"/, 'code_missing'],
  [/"sub"/, 'subject'],
  [/JARM|Invalid JWT/, 'not_readable'],
]

/** The code of what the library refused: it checks the whole of OpenID Connect, and its errors say which part. */
export function reasonOf(error: unknown): string {
  const chain: LibraryError[] = []
  for (let one = error as LibraryError | undefined; one && chain.length < 4; one = one.cause as LibraryError | undefined) chain.push(one)
  const first = <T>(find: (one: LibraryError) => T | undefined) => chain.map(find).find((found) => found !== undefined)
  const byClaim = first(({ cause, message = '' }) => OF_CLAIM[cause?.claim ?? /^JWT "(\w+)"/.exec(message)?.[1] ?? ''])
  const byMessage = first(({ code, message = '' }) =>
    code && CLEAR.has(code) ? undefined : OF_MESSAGE.find(([pattern]) => pattern.test(message))?.[1],
  )
  return byClaim ?? byMessage ?? first(({ code }) => OF_CODE[code ?? '']) ?? 'provider_unreachable'
}
