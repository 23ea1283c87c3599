import { gunzipSync } from 'node:zlib'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { publishOne } from '../../../test/badges.ts'
import {
  ACHIEVEMENT_DOCUMENT,
  ISSUER_DOCUMENT,
  SIGNED_CREDENTIAL,
  STATUS_LIST,
  UNSIGNED_CREDENTIAL,
} from '../../../test/open-badges-schema.ts'
import { useCompanyPerTest } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'
import { encodedList, STATUS_LIST_LENGTH } from './documents.ts'

const app = useTestApp()
const { camille } = useCompanyPerTest(app, ['camille'], { badges_active: true })

const ajv = addFormats.default(new Ajv2020({ strict: true, strictTypes: false, strictTuples: false, allErrors: true }))
function faultsOf(schema: object, document: unknown): unknown[] {
  const validate = ajv.compile(schema)
  validate(document)
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

interface Signed {
  readonly [key: string]: unknown
  readonly issuer: { readonly id: string }
  readonly credentialStatus: { readonly statusListCredential: string }
  readonly credentialSubject: { readonly achievement: { readonly id: string } }
}
const documentAt = async (url: string) => (await (await fetch(url)).json()) as Signed

test('every document of a badge follows the data model of Open Badges 3.0', async () => {
  const { id } = await publishOne(app, camille)
  const credential = await documentAt(`${app.url}/api/badges/${id}.json`)
  expect(faultsOf(SIGNED_CREDENTIAL, credential)).toEqual([])
  const claims: Record<string, unknown> = decodeJwt(await (await fetch(`${app.url}/api/badges/${id}.jwt`)).text())
  const registered = ['iss', 'jti', 'nbf', 'sub', 'iat', 'exp']
  const inside = Object.fromEntries(Object.entries(claims).filter(([claim]) => !registered.includes(claim)))
  expect(faultsOf(UNSIGNED_CREDENTIAL, inside)).toEqual([])
  const { proof: _, ...unsigned } = credential
  expect(inside, 'both formats say the same').toEqual(unsigned)
  expect(faultsOf(ISSUER_DOCUMENT, await documentAt(credential.issuer.id))).toEqual([])
  expect(faultsOf(ACHIEVEMENT_DOCUMENT, await documentAt(credential.credentialSubject.achievement.id))).toEqual([])
  expect(faultsOf(STATUS_LIST, await documentAt(credential.credentialStatus.statusListCredential))).toEqual([])
})

test('the schema refuses what the data model does not allow, and what would say more than a badge says', async () => {
  const { id } = await publishOne(app, camille)
  const credential = await documentAt(`${app.url}/api/badges/${id}.json`)
  const { credentialSubject: subject } = credential
  for (const wrong of [
    { ...credential, id: 'no address' },
    { ...credential, validFrom: '2026-11-25' },
    { ...credential, type: ['VerifiableCredential'] },
    { ...credential, evidence: [{ type: ['Evidence'], narrative: 'She is great.' }] },
    { ...credential, credentialSubject: { ...subject, result: [{ type: ['Result'], value: '4.2' }] } },
    { ...credential, credentialSubject: { ...subject, id: 'mailto:camille@nova.example' } },
  ])
    expect(faultsOf(SIGNED_CREDENTIAL, wrong).length).toBeGreaterThan(0)
})

test('a status list has 131,072 entries however few are revoked, the first one leftmost', () => {
  const bitsOf = (list: string) => gunzipSync(Buffer.from(list.slice(1), 'base64url'))
  expect(bitsOf(encodedList([])).length * 8).toBe(STATUS_LIST_LENGTH)
  expect(bitsOf(encodedList([0]))[0]).toBe(0b1000_0000)
  expect(bitsOf(encodedList([9]))[1]).toBe(0b0100_0000)
  expect(bitsOf(encodedList([STATUS_LIST_LENGTH - 1])).at(-1)).toBe(1)
  expect(bitsOf(encodedList([STATUS_LIST_LENGTH])).length * 8, 'an entry beyond its length does not make it longer').toBe(
    STATUS_LIST_LENGTH,
  )
})
