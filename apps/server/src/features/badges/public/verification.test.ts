import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { badges } from '@reflet/contract/badges'
import { DAY_MS, HOUR_MS } from '@reflet/contract/durations'
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { rows, sql, t } from '../../../db/index.ts'
import { publishOne } from '../../../test/badges.ts'
import { createCompany, createUser } from '../../../test/factories.ts'
import { useCompanyPerTest } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'
import { acceptsJson, acceptsJwt, type Credential, identityHash, unbakedPng, unbakedSvg } from '../../../test/verifier.ts'
import { viewerOf } from '../../../test/viewer.ts'
import { rotateBadgeKey } from '../issuing/issuers.commands.ts'
import { withProof } from '../issuing/signing.ts'

const app = useTestApp()
const { company, camille } = useCompanyPerTest(app, ['camille'], { badges_active: true })

const file = async (id: string, format: string) => (await fetch(`${app.url}/api/badges/${id}.${format}`)).text()
const bytes = async (id: string, format: string) => Buffer.from(await (await fetch(`${app.url}/api/badges/${id}.${format}`)).arrayBuffer())
const parsed = (text: string) => JSON.parse(text) as Credential & Record<string, unknown>

/** What our own page says: whether it calls the badge genuine, and each step. */
async function ourPage(id: string) {
  const page = await (await fetch(`${app.url}/badge/${id}?verify&lang=en`)).text()
  const steps = [...page.matchAll(/<strong>(\w+)<\/strong> <span class="(good|bad)">/g)].map(([, step, tone]) => [step, tone])
  return { genuine: page.includes('This badge is genuine'), refused: page.includes('could not be verified'), ...Object.fromEntries(steps) }
}

/** Stores another document in the badge's place, as someone with the database could. */
const store = (id: string, credential: string) =>
  app.database.db.execute(sql`update badges set credential = ${credential} where id = ${id}`)

/** Both verifiers refuse the document. */
async function bothRefuse(id: string, credential: string) {
  await store(id, credential)
  const [theirs, ours] = [await acceptsJson(credential, app.now()), await ourPage(id)]
  expect({ theirs, ours: ours.genuine }, credential.slice(0, 200)).toEqual({ theirs: false, ours: false })
  expect(ours.refused).toBe(true)
}

test('an independent verifier accepts every file of a published badge, and so do we', async () => {
  for (const place of [0, 10, 20]) {
    const { id } = await publishOne(app, camille, place)
    expect(await acceptsJson(await file(id, 'json'), app.now())).toBe(true)
    expect(await acceptsJson(unbakedPng(await bytes(id, 'png')), app.now())).toBe(true)
    expect(await acceptsJson(unbakedSvg(await file(id, 'svg')), app.now())).toBe(true)
    expect(await acceptsJwt(await file(id, 'jwt'), app.now())).toBe(true)
    expect(await ourPage(id)).toEqual({ genuine: true, refused: false, Signature: 'good', Issuer: 'good', Status: 'good', Dates: 'good' })
  }
})

/** The paths of every value that is not an object or a list. */
const leavesOf = (value: unknown, path: readonly (string | number)[] = []): (string | number)[][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, Array.isArray(value) ? Number(key) : key]))
    : [[...path]]

function changed(text: string, path: readonly (string | number)[]): string {
  const document = JSON.parse(text)
  const parent = path.slice(0, -1).reduce((inner, key) => inner[key], document)
  const last = path.at(-1) as string | number
  const value: unknown = parent[last]
  const date = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)
  parent[last] = typeof value === 'boolean' ? !value : date ? '2026-01-01T00:00:00Z' : `${String(value)}x`
  return JSON.stringify(document)
}

test('every single value that is changed is refused by both', async () => {
  const { id } = await publishOne(app, camille)
  const good = await file(id, 'json')
  const leaves = leavesOf(JSON.parse(good))
  expect(leaves.length).toBeGreaterThan(40)
  expect({ theirs: await acceptsJson(good, app.now()), ours: (await ourPage(id)).genuine }).toEqual({ theirs: true, ours: true })
  for (const path of leaves) await bothRefuse(id, changed(good, path))
  await store(id, good)
  expect((await ourPage(id)).genuine).toBe(true)
})

test('every single value of the JWT that is changed is refused', async () => {
  const { id } = await publishOne(app, camille)
  const [header = '', payload = '', signature = ''] = (await file(id, 'jwt')).split('.')
  const text = Buffer.from(payload, 'base64url').toString()
  for (const path of leavesOf(JSON.parse(text))) {
    const forged = [header, Buffer.from(changed(text, path)).toString('base64url'), signature].join('.')
    expect(await acceptsJwt(forged, app.now()), path.join('.')).toBe(false)
  }
  const unsigned = [Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url'), payload, ''].join('.')
  expect(await acceptsJwt(unsigned, app.now())).toBe(false)
})

test('a revoked badge is refused in every format that was kept', async () => {
  const { id } = await publishOne(app, camille)
  const kept = [await file(id, 'json'), unbakedPng(await bytes(id, 'png')), unbakedSvg(await file(id, 'svg'))]
  const jwt = await file(id, 'jwt')
  const other = await publishOne(app, camille, 1)
  await app.call(camille, badges.deleteBadge, { params: { id } })
  for (const credential of kept) expect(await acceptsJson(credential, app.now())).toBe(false)
  expect(await acceptsJwt(jwt, app.now())).toBe(false)
  expect(await acceptsJson(await file(other.id, 'json'), app.now())).toBe(true)
  expect((await ourPage(other.id)).genuine).toBe(true)
})

test('a document of another issuer, one that names another, and one with the proof of another are refused', async () => {
  const { id } = await publishOne(app, camille)
  const good = await file(id, 'json')
  const sibling = parsed(await file((await publishOne(app, camille, 1)).id, 'json'))
  const foreign = await createUser(app, await createCompany(app, { badges_active: true }))
  const theirs = await file((await publishOne(app, foreign)).id, 'json')
  const { issuer, proof } = parsed(theirs)
  await bothRefuse(id, JSON.stringify({ ...parsed(good), issuer }))
  await bothRefuse(id, JSON.stringify({ ...parsed(good), issuer, proof }))
  await bothRefuse(id, JSON.stringify({ ...parsed(good), proof: sibling.proof }))
  // Genuine in itself, but not the document of this page.
  await store(id, theirs)
  expect((await ourPage(id)).genuine).toBe(false)
})

/** The key that signs now, as its company has it sealed. */
async function currentKey() {
  const viewer = await viewerOf(app, camille)
  const [row] = await rows(
    app.database.db,
    { id: t.uuid, sealed_private_key: t.bytes },
    sql`select id, sealed_private_key from badge_keys where company_id = ${company.id} and retired_at is null`,
  )
  const jwk = viewer.seal.open(row?.sealed_private_key as Buffer, 'badge_keys.sealed_private_key', row?.id as string)
  return createPrivateKey({ key: JSON.parse(jwk), format: 'jwk' })
}

test('a document that anyone signed with a key of their own is refused', async () => {
  const { id } = await publishOne(app, camille)
  const { proof, ...unsigned } = parsed(await file(id, 'json'))
  const key = generateKeyPairSync('ed25519').privateKey
  await bothRefuse(id, JSON.stringify(await withProof(unsigned, { id: proof.verificationMethod, key }, app.now())))
  const header = { alg: 'EdDSA', kid: proof.verificationMethod }
  const jwt = await new SignJWT({ ...unsigned }).setProtectedHeader(header).setIssuer(unsigned.issuer.id).sign(key)
  expect(await acceptsJwt(jwt, app.now())).toBe(false)
})

test('a place beyond the end of the status list is refused, signed by the issuer or not', async () => {
  const { id } = await publishOne(app, camille)
  const { proof, ...unsigned } = parsed(await file(id, 'json'))
  for (const index of ['131072', '999999999', '-1', '1e3', '0x1', '', '00']) {
    const credentialStatus = { ...unsigned.credentialStatus, statusListIndex: index }
    const key = await currentKey()
    const signed = await withProof({ ...unsigned, credentialStatus }, { id: proof.verificationMethod, key }, app.now())
    await store(id, JSON.stringify(signed))
    expect([index, (await ourPage(id)).genuine]).toEqual([index, false])
    // Theirs reads some of these as numbers; of a place beyond the end it says that there is none.
    if (/^\d{6,}$/.test(index)) expect([index, await acceptsJson(JSON.stringify(signed), app.now())]).toEqual([index, false])
  }
})

async function rotate() {
  const viewer = await viewerOf(app, camille)
  return app.database.db.transaction((tx) => rotateBadgeKey(tx, company.id, viewer.seal, app.now()))
}

test('after a rotation of the key, badges from before and after it are accepted; a proof made after its key’s end is not', async () => {
  const { id } = await publishOne(app, camille)
  const old = await file(id, 'json')
  const stolen = await currentKey()
  app.advance(HOUR_MS)
  expect(await rotate()).toBe(true)
  expect((await ourPage(id)).genuine).toBe(true)
  expect(await acceptsJson(old, app.now())).toBe(true)
  expect(await acceptsJwt(await file(id, 'jwt'), app.now())).toBe(true)
  const newer = await publishOne(app, camille, 1)
  const text = await file(newer.id, 'json')
  expect(await acceptsJson(text, app.now())).toBe(true)
  expect((await ourPage(newer.id)).genuine).toBe(true)
  expect(parsed(text).proof.verificationMethod).not.toBe(parsed(old).proof.verificationMethod)

  const { proof, ...unsigned } = parsed(old)
  app.advance(HOUR_MS)
  const late = await withProof(unsigned, { id: proof.verificationMethod, key: stolen }, app.now())
  await bothRefuse(id, JSON.stringify(late))
  const [{ n } = { n: -1 }] = await rows(
    app.database.db,
    { n: t.int },
    sql`select count(sealed_private_key)::int as n from badge_keys where company_id = ${company.id}`,
  )
  expect(n).toBe(1)
})

test('a rotation after the clock was set back keeps what was signed before valid', async () => {
  const { id } = await publishOne(app, camille)
  app.advance(-DAY_MS)
  await rotate()
  app.advance(DAY_MS)
  expect(await acceptsJson(await file(id, 'json'), app.now())).toBe(true)
  expect((await ourPage(id)).genuine).toBe(true)
})

test('the owner can prove that a badge is theirs by the hash of their address, which is nowhere in it; salt and place are its own', async () => {
  const { id } = await publishOne(app, camille)
  const text = await file(id, 'json')
  const document = parsed(text) as unknown as {
    credentialSubject: { identifier: [{ identityHash: string; salt: string }, { identityHash: string }] }
  }
  const [hashed, named] = document.credentialSubject.identifier
  expect(hashed.identityHash).toBe(identityHash(camille.email, hashed.salt))
  expect(named.identityHash).toBe('Camille Martin')
  expect(text).not.toContain(camille.email)
  expect(Buffer.from((await file(id, 'jwt')).split('.')[1] ?? '', 'base64url').toString()).not.toContain(camille.email)
  const sibling = parsed(await file((await publishOne(app, camille, 1)).id, 'json'))
  expect(sibling.credentialStatus.statusListCredential).toBe(parsed(text).credentialStatus.statusListCredential)
  expect(sibling.credentialStatus.statusListIndex).not.toBe(parsed(text).credentialStatus.statusListIndex)
  expect(JSON.stringify(sibling.credentialSubject), 'another salt').not.toContain(hashed.salt)
})
