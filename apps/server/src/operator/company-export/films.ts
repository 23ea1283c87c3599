import type { Queryable } from '../../db/index.ts'
import { listCaptions, listVideoFiles, readVideo } from '../../features/videos/videos.queries.ts'
import type { FileArchive } from '../../platform/archive.ts'
import { writeText } from './badges.ts'

/** What the archive's table of contents and the files after the films take at most. */
const RESERVED_BYTES = 64 * 1024 * 1024

/**
 * The company's own films with their captions, as they were uploaded.
 * @param most bytes of the whole archive
 * @returns how many were written, and the videos whose film no longer fits
 */
export async function writeFilms(
  archive: FileArchive,
  tx: Queryable,
  companyId: string,
  most: number,
): Promise<{ written: number; left_out: string[] }> {
  const left_out: string[] = []
  const films = await listVideoFiles(tx, companyId)
  for (const { id, video_id, bytes, media_type } of films) {
    for (const { locale, text } of await listCaptions(tx, companyId, video_id))
      await writeText(archive, `videos/${video_id}.${locale}.vtt`, text)
    if (archive.written() + bytes + RESERVED_BYTES > most) {
      left_out.push(video_id)
      continue
    }
    const file = archive.open(`videos/${video_id}.${media_type === 'video/webm' ? 'webm' : 'mp4'}`)
    for await (const part of readVideo(tx, { company_id: companyId }, id, 0, bytes - 1)) await file.write(part)
    await file.end()
  }
  return { written: films.length - left_out.length, left_out }
}
