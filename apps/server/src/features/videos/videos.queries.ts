import { LOCALES, type Locale } from '@reflet/contract/common'
import { captionsPath, type Video, videoFilePath } from '@reflet/contract/videos'
import { nullable, type Queryable, type RowOf, rows, sql, t } from '../../db/index.ts'
import type { Platform } from '../../platform/index.ts'
import type { Viewer } from '../../platform/session.ts'
import { inLocale, type Translations } from '../../platform/translations.ts'
import { signed } from './addresses.ts'
import catalogue from './catalogue.json' with { type: 'json' }

/** A film in one language. */
interface Recording {
  seconds: number
  /** In the order of preference. */
  sources: { src: string; type: string }[]
  poster: string | null
  /** WebVTT by language. */
  captions: Translations
}

interface Entry {
  key: string
  title: Record<Locale, string>
  description: Record<Locale, string>
  /** Fallback: the English one. */
  recordings: Partial<Record<Locale, Recording>>
}

/** The built-in videos: their texts and files are here; each company has a row per video with its key. */
const CATALOGUE: readonly Entry[] = catalogue
const byKey = new Map(CATALOGUE.map((entry) => [entry.key, entry]))

/** The texts of a built-in video. */
export function videoCatalogue(key: string) {
  const entry = byKey.get(key)
  return entry && { names: entry.title, descriptions: entry.description }
}

/** The rows of a new company. */
export const builtInVideos = (company_id: string, created_at: Date, newId: () => string) =>
  CATALOGUE.map(({ key }, index) => ({ company_id, id: newId(), catalogue_key: key, position: index + 1, created_at }))

const videoRow = {
  id: t.uuid,
  catalogue_key: nullable(t.text),
  titles: nullable(t.json<Translations>()),
  descriptions: nullable(t.json<Translations>()),
  url: nullable(t.text),
  captions: nullable(t.json<Translations>()),
  seconds: nullable(t.int),
  file_id: nullable(t.uuid),
  media_type: nullable(t.text),
  /** The ids of its uploaded captions. */
  own_captions: t.json<Partial<Record<Locale, string>>>(),
}
type VideoRow = RowOf<typeof videoRow>

/** The viewer's language first. */
const toCaptions = (files: Translations | null, own: Locale) =>
  [own, ...LOCALES.filter((locale) => locale !== own)].flatMap((locale) => {
    const src = files?.[locale]
    return src ? [{ locale, src }] : []
  })

const toSources = (url: string) => [
  { src: url, type: new URL(url, 'https://host').pathname.endsWith('.webm') ? 'video/webm' : 'video/mp4' },
]

/** Signs the path of a company's own file. */
type Sign = (path: string) => string

/** A video of the catalogue that has not been recorded has no sources. */
function recordingOf(
  { catalogue_key, url, captions, seconds, file_id, media_type, own_captions }: VideoRow,
  locale: Locale,
  sign: Sign,
): Recording | undefined {
  if (file_id) {
    const sources = [{ src: sign(videoFilePath(file_id)), type: media_type ?? 'video/mp4' }]
    const captions = Object.fromEntries(Object.entries(own_captions).map(([language, id]) => [language, sign(captionsPath(id))]))
    return { seconds: seconds ?? 0, sources, poster: null, captions }
  }
  if (url) return { seconds: seconds ?? 0, sources: toSources(url), poster: null, captions: captions ?? {} }
  const recordings = byKey.get(catalogue_key ?? '')?.recordings
  return [recordings?.[locale], recordings?.en].find((recording) => recording && recording.sources.length > 0)
}

function toVideo(row: VideoRow, locale: Locale, sign: Sign): Video[] {
  const recording = recordingOf(row, locale, sign)
  if (!recording) return []
  const entry = byKey.get(row.catalogue_key ?? '')
  const { seconds, sources, poster, captions } = recording
  return [
    {
      id: row.id,
      title: inLocale(entry?.title ?? row.titles, locale),
      description: inLocale(entry?.description ?? row.descriptions, locale),
      seconds,
      sources,
      poster,
      captions: toCaptions(captions, locale),
    },
  ]
}

/** The company's playable videos in its order, in the viewer's language; addresses of its own files are signed. */
export async function listVideos(platform: Platform, viewer: Viewer): Promise<{ videos: Video[] }> {
  const found = await rows(
    platform.db,
    videoRow,
    sql`select v.id, v.catalogue_key, v.titles, v.descriptions, v.url, v.captions, v.seconds, vf.id as file_id, vf.media_type,
        coalesce((select json_object_agg(vc.locale, vc.id) from video_captions vc
          where vc.company_id = v.company_id and vc.video_id = v.id), '{}') as own_captions
      from videos v left join video_files vf on vf.company_id = v.company_id and vf.video_id = v.id
      where v.company_id = ${viewer.companyId} and v.retired_at is null order by v.position, v.id`,
  )
  const sign: Sign = (path) => signed(platform, viewer.companyId, path)
  return { videos: found.flatMap((row) => toVideo(row, viewer.locale, sign)) }
}

const videoFileRow = { company_id: t.uuid, media_type: t.text, bytes: t.float }
type VideoFile = RowOf<typeof videoFileRow>

/** A video's file and whose it is; none of a suspended company. Whether the caller may open it is checked afterwards (`addresses.ts`). */
export async function findVideoFile(db: Queryable, id: string): Promise<VideoFile | undefined> {
  const [file] = await rows(
    db,
    videoFileRow,
    sql`select vf.company_id, vf.media_type, vf.bytes::float8 as bytes from video_files vf
      join companies c on c.company_id = vf.company_id and c.suspended_at is null where vf.id = ${id}`,
  )
  return file
}

/** The files of a company's own videos; also of retired ones, and while the company is suspended. */
export const listVideoFiles = (db: Queryable, companyId: string) =>
  rows(
    db,
    { ...videoFileRow, id: t.uuid, video_id: t.uuid },
    sql`select id, video_id, company_id, media_type, bytes::float8 as bytes from video_files
      where company_id = ${companyId} order by video_id`,
  )

/** The captions of a video as WebVTT, by language. */
export const listCaptions = (db: Queryable, companyId: string, videoId: string) =>
  rows(
    db,
    { locale: t.text, text: t.text },
    sql`select locale, text from video_captions where company_id = ${companyId} and video_id = ${videoId} order by locale`,
  )

/** The size of the stored parts; the last one is smaller. */
const PART_BYTES = 1024 * 1024

/** The bytes from `start` to `end`, both included, part by part. */
export async function* readVideo(db: Queryable, { company_id }: Pick<VideoFile, 'company_id'>, id: string, start: number, end: number) {
  for (let part = Math.floor(start / PART_BYTES); part * PART_BYTES <= end; part++) {
    const [row] = await rows(
      db,
      { bytes: t.bytes },
      sql`select bytes from video_parts where company_id = ${company_id} and file_id = ${id} and part = ${part}`,
    )
    if (!row) return
    const offset = part * PART_BYTES
    yield row.bytes.subarray(Math.max(0, start - offset), end - offset + 1)
  }
}

/** The same of captions. */
export async function findCaptions(db: Queryable, id: string): Promise<{ company_id: string; text: string } | undefined> {
  const [row] = await rows(
    db,
    { company_id: t.uuid, text: t.text },
    sql`select vc.company_id, vc.text from video_captions vc join companies c on c.company_id = vc.company_id
      and c.suspended_at is null
      where vc.id = ${id}`,
  )
  return row
}
