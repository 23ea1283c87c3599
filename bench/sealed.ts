import type pg from 'pg'
import { openVault, type Seal } from '../apps/server/src/platform/crypto.ts'

/** Sample texts; numbered, so that they differ. */
const WORDS = {
  context: 'The launch of the new shop in spring',
  message: 'It would help me to know how I come across in the weekly meeting. Thank you!',
  situation: 'In the meeting with the supplier on Tuesday, when the delivery was late',
  keep: 'You asked the quiet ones first and summed up what each had said before we decided.',
  improve: 'Write the decision down at the end, so that those who were away can follow it.',
}
const VERSIONS = 5

type Seals = (companyId: string) => Seal

/** The ciphers of the companies in this database. */
export async function sealsOf(client: pg.Client, masterKey: string): Promise<Seals> {
  const vault = openVault(Buffer.from(masterKey, 'base64'))
  const { rows } = await client.query<{ company_id: string; wrapped_key: Buffer }>('select company_id, wrapped_key from companies')
  const keys = new Map(rows.map(({ company_id, wrapped_key }) => [company_id, wrapped_key]))
  return (companyId) => vault.sealOf(companyId, keys.get(companyId) as Buffer)
}

interface Place {
  company_id: string
  id: string
}

/**
 * Creates the temporary table `into (id, …)` with encrypted texts for each row that `select` finds: a ciphertext is bound to its column and
 * row, so none can be used twice.
 */
async function sealEach<Word extends keyof typeof WORDS>(
  client: pg.Client,
  into: string,
  select: string,
  words: readonly Word[],
  sealOf: (place: Place, word: Word, text: string) => Buffer,
): Promise<void> {
  const { rows } = await client.query<Place>(select)
  const columns = words.map((word) => rows.map((row, index) => sealOf(row, word, `${WORDS[word]} (${index % VERSIONS})`)))
  await client.query(`create temp table ${into} (id uuid, ${words.map((word) => `${word} bytea`).join(', ')})`)
  await client.query(
    `insert into ${into} select * from unnest($1::uuid[], ${words.map((_, index) => `$${index + 2}::bytea[]`).join(', ')})`,
    [rows.map(({ id }) => id), ...columns],
  )
}

/** Contexts and messages of requests or recurrences. */
export const sealAsked = (client: pg.Client, seals: Seals, table: 'requests' | 'recurrences', into: string, select: string) =>
  sealEach(client, into, select, ['context', 'message'] as const, ({ company_id, id }, word, text) =>
    seals(company_id).seal(text, `${table}.sealed_${word}`, id),
  )

/** Comments of answers. */
export const sealAnswered = (client: pg.Client, seals: Seals, into: string, select: string) =>
  sealEach(client, into, select, ['situation', 'keep', 'improve'] as const, ({ company_id, id }, word, text) =>
    seals(company_id).seal(text, `feedbacks.sealed_${word}`, id),
  )
