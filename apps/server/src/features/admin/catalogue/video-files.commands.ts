import { randomUUID } from 'node:crypto'
import { insert, type Queryable, sql } from '../../../db/index.ts'
import { Problem } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/index.ts'
import type { FileStream } from '../../../platform/uploads.ts'
import { record } from '../../audit/audit.ts'
import type { Administration } from '../people/people.commands.ts'
import { getItem } from './items.queries.ts'
import { VIDEOS } from './kinds.ts'

/** A file is stored and served in parts of this size: memory holds one at a time. */
const PART_BYTES = 1024 * 1024

/** The media type by the first bytes of a file: what it is named does not count. */
function mediaTypeOf(head: Buffer): string | null {
  if (head.subarray(4, 8).toString('latin1') === 'ftyp') return 'video/mp4'
  if (head.subarray(0, 4).equals(Buffer.from([0x1a, 0x45, 0xdf, 0xa3])) && head.subarray(0, 64).includes('webm')) return 'video/webm'
  return null
}

async function* partsOf(file: FileStream): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = []
  let size = 0
  for await (const piece of file.stream) {
    pieces.push(piece)
    size += piece.length
    if (size < PART_BYTES) continue
    const all = Buffer.concat(pieces)
    let at = 0
    for (; all.length - at >= PART_BYTES; at += PART_BYTES) yield all.subarray(at, at + PART_BYTES)
    pieces = [all.subarray(at)]
    size = all.length - at
  }
  if (size > 0) yield Buffer.concat(pieces)
}

/** @throws not_found; built_in */
async function checkOwn(tx: Queryable, companyId: string, id: string): Promise<void> {
  await tx.execute(sql`select from videos where company_id = ${companyId} and id = ${id} for no key update`)
  if ((await getItem(tx, VIDEOS, companyId, id)).built_in) throw new Problem('built_in')
}

/**
 * Stores a video's file, which replaces an earlier one under a new address, so that what a browser keeps of an address is never out of date.
 * @throws not_found; built_in; video_unreadable for anything but MP4 and WebM; payload_too_large
 */
export async function storeVideo(
  platform: Platform,
  { companyId, actor }: Administration,
  videoId: string,
  file: FileStream,
): Promise<void> {
  const now = platform.clock()
  const id = randomUUID()
  await platform.db.transaction(async (tx) => {
    await checkOwn(tx, companyId, videoId)
    await tx.execute(sql`delete from video_files where company_id = ${companyId} and video_id = ${videoId}`)
    const row = { company_id: companyId, id, video_id: videoId, media_type: '', bytes: 0, created_at: now }
    await insert(tx, 'video_files', row)
    let [part, bytes, mediaType] = [0, 0, null as string | null]
    for await (const piece of partsOf(file)) {
      mediaType ??= mediaTypeOf(piece)
      if (mediaType === null) throw new Problem('video_unreadable')
      await insert(tx, 'video_parts', { company_id: companyId, file_id: id, part: part++, bytes: piece })
      bytes += piece.length
    }
    if (file.isTruncated()) throw new Problem('payload_too_large')
    if (mediaType === null) throw new Problem('video_unreadable')
    await tx.execute(sql`update video_files set media_type = ${mediaType}, bytes = ${bytes} where company_id = ${companyId} and id = ${id}`)
    const target = { kind: 'video', id: videoId }
    await record(tx, now, { companyId, actor, action: 'video_changed', target, details: { fields: ['file'], bytes } })
  })
}

/** @throws not_found; built_in; captions_unreadable when it is no WebVTT */
export async function storeCaptions(
  platform: Platform,
  { companyId, actor }: Administration,
  { id: videoId, locale }: { id: string; locale: string },
  file: Buffer,
): Promise<void> {
  const now = platform.clock()
  const text = captionsOf(file)
  await platform.db.transaction(async (tx) => {
    await checkOwn(tx, companyId, videoId)
    await tx.execute(sql`delete from video_captions where company_id = ${companyId} and video_id = ${videoId} and locale = ${locale}`)
    await insert(tx, 'video_captions', { company_id: companyId, id: randomUUID(), video_id: videoId, locale, text })
    const target = { kind: 'video', id: videoId }
    await record(tx, now, { companyId, actor, action: 'video_changed', target, details: { fields: ['captions'], locale } })
  })
}

function captionsOf(file: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(file)
    if (/^WEBVTT(\s|$)/.test(text) && !text.includes('\u0000')) return text
  } catch {
    // Falls through to the refusal.
  }
  throw new Problem('captions_unreadable')
}
