import type { Queryable } from '../../db/index.ts'
import { addressesOf } from '../../features/badges/issuing/addresses.ts'
import { issuerDocument } from '../../features/badges/issuing/documents.ts'
import { issuerCodesOf, pagesOfBadges, statusListIdsOf } from '../../features/badges/public/company-badges.queries.ts'
import { findIssuer } from '../../features/badges/public/public.queries.ts'
import { getStatusList } from '../../features/badges/public/status-lists.commands.ts'
import type { Archive } from '../../platform/archive.ts'
import type { Platform } from '../../platform/index.ts'

/** The published badges, one document a line, each as its public address answers. */
export async function writeCredentials(archive: Archive, tx: Queryable, companyId: string): Promise<void> {
  const file = archive.open('badges/credentials.ndjson')
  for await (const page of pagesOfBadges(tx, companyId)) await file.write(page.map(({ credential }) => `${credential}\n`).join(''))
  await file.end()
}

/**
 * The documents with which the badges are verified. Call it after their credentials were read: the status lists then name every later
 * revocation, and the issuers every key that has signed one of them. A list that is signed for this is stored.
 */
export async function writeIssuers(archive: Archive, platform: Platform, companyId: string): Promise<void> {
  const { db, publicUrl } = platform
  for (const id of await statusListIdsOf(db, companyId))
    await writeText(archive, `badges/status-${id}.json`, await getStatusList(platform, id))
  const addresses = addressesOf(publicUrl())
  for (const code of await issuerCodesOf(db, companyId)) {
    const issuer = await findIssuer(db, code)
    if (issuer)
      await writeText(archive, `badges/issuer-${code}.json`, JSON.stringify(issuerDocument(addresses, issuer, publicUrl(), issuer.keys)))
  }
}

/** Writes a whole file. */
export async function writeText(archive: Archive, name: string, text = ''): Promise<void> {
  const file = archive.open(name)
  await file.write(text)
  await file.end()
}
