/**
 * The data model of Open Badges 3.0 ("AchievementCredential" and the classes below it) as a JSON Schema, written from the specification's
 * tables of properties. 1EdTech's own schema file is in no npm package, and nothing is fetched at test time. This one is stricter: where
 * the specification allows further properties, it allows those that Reflet issues, so that nothing more is published by accident.
 */

const uri = { type: 'string', format: 'uri' }
const text = { type: 'string', minLength: 1 }
const instant = { type: 'string', format: 'date-time', pattern: 'Z$' }
const typed = (...types: string[]) => ({ type: 'array', uniqueItems: true, items: { enum: types }, minItems: types.length })
const exactly = (properties: Record<string, object>, optional: readonly string[] = []) => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
})

const image = exactly({ id: uri, type: { const: 'Image' } })
const profile = exactly({ id: uri, type: typed('Profile'), name: text })
const language = { type: 'string', pattern: '^[a-z]{2,4}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$' }

const achievement = exactly({
  id: uri,
  type: typed('Achievement'),
  // AchievementType: "Badge" is one of the specification's terms.
  achievementType: { const: 'Badge' },
  inLanguage: language,
  name: text,
  description: text,
  criteria: exactly({ id: uri, narrative: text }),
  image,
  creator: profile,
  related: { type: 'array', items: exactly({ id: uri, type: typed('Related'), inLanguage: language }) },
})

/** IdentityObject: either a salted hash (IdentityHash), or a name in clear. */
const identity = {
  oneOf: [
    exactly({
      type: { const: 'IdentityObject' },
      hashed: { const: true },
      identityHash: { type: 'string', pattern: '^sha256\\$[0-9a-f]{64}$' },
      identityType: { const: 'emailAddress' },
      salt: { type: 'string', minLength: 16 },
    }),
    exactly({ type: { const: 'IdentityObject' }, hashed: { const: false }, identityHash: text, identityType: { const: 'name' } }),
  ],
}

const contexts = {
  type: 'array',
  minItems: 2,
  prefixItems: [
    { const: 'https://www.w3.org/ns/credentials/v2' },
    { type: 'string', pattern: '^https://purl\\.imsglobal\\.org/spec/ob/v3p0/context-3\\.0\\.[0-9]+\\.json$' },
  ],
  items: uri,
}

/** Without `proof`: the JWT signs the same document from outside. */
const unsigned = {
  '@context': contexts,
  id: uri,
  type: typed('VerifiableCredential', 'OpenBadgeCredential'),
  name: text,
  description: text,
  image,
  issuer: profile,
  validFrom: instant,
  credentialSubject: exactly({
    type: typed('AchievementSubject'),
    identifier: { type: 'array', minItems: 1, items: identity },
    achievement,
  }),
  credentialStatus: exactly({
    id: uri,
    type: { const: 'BitstringStatusListEntry' },
    statusPurpose: { const: 'revocation' },
    statusListIndex: { type: 'string', pattern: '^(0|[1-9][0-9]*)$' },
    statusListCredential: uri,
  }),
}

const proof = exactly({
  type: { const: 'DataIntegrityProof' },
  cryptosuite: { const: 'eddsa-rdfc-2022' },
  created: instant,
  verificationMethod: uri,
  proofPurpose: { const: 'assertionMethod' },
  proofValue: { type: 'string', pattern: '^z[1-9A-HJ-NP-Za-km-z]{80,}$' },
})

export const UNSIGNED_CREDENTIAL = exactly(unsigned)
export const SIGNED_CREDENTIAL = exactly({ ...unsigned, proof })
export const ACHIEVEMENT_DOCUMENT = exactly({ '@context': contexts, ...achievement.properties })

const multikey = exactly(
  {
    id: uri,
    type: { const: 'Multikey' },
    controller: uri,
    publicKeyMultibase: { type: 'string', pattern: '^z6Mk[1-9A-HJ-NP-Za-km-z]{44}$' },
    expires: instant,
  },
  ['expires'],
)

/** Profile, and controller document (Controlled Identifiers 1.0). */
export const ISSUER_DOCUMENT = exactly({
  '@context': { type: 'array', minItems: 2, items: uri },
  ...profile.properties,
  url: uri,
  verificationMethod: { type: 'array', minItems: 1, items: multikey },
  assertionMethod: { type: 'array', minItems: 1, items: uri },
})

export const STATUS_LIST = exactly({
  '@context': { type: 'array', minItems: 1, prefixItems: [{ const: 'https://www.w3.org/ns/credentials/v2' }], items: uri },
  id: uri,
  type: typed('VerifiableCredential', 'BitstringStatusListCredential'),
  issuer: uri,
  validFrom: instant,
  credentialSubject: exactly({
    id: uri,
    type: { const: 'BitstringStatusList' },
    statusPurpose: { const: 'revocation' },
    // The specification's 131,072 entries are 16 KB before compression.
    encodedList: { type: 'string', pattern: '^u[A-Za-z0-9_-]+$' },
  }),
  proof,
})
