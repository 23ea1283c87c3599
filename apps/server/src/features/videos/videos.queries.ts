import { LOCALES, type Locale } from '@reflet/contract/common'
import type { Video } from '@reflet/contract/videos'
import { sql } from 'drizzle-orm'
import { type Queryable, rows } from '../../db/index.ts'
import type { Translations } from '../../db/schema/skills.ts'
import type { videos } from '../../db/schema/videos.ts'
import type { Viewer } from '../../platform/session.ts'
import { inLocale } from '../../platform/translations.ts'
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

/** The rows of a new company. */
export const builtInVideos = (company_id: string, created_at: Date, newId: () => string): (typeof videos.$inferInsert)[] =>
  CATALOGUE.map(({ key }, index) => ({ company_id, id: newId(), catalogue_key: key, position: index + 1, created_at }))

interface VideoRow {
  id: string
  catalogue_key: string | null
  titles: Translations | null
  descriptions: Translations | null
  url: string | null
  captions: Translations | null
  seconds: number | null
}

/** The viewer's language first. */
const toCaptions = (files: Translations | null, own: Locale) =>
  [own, ...LOCALES.filter((locale) => locale !== own)].flatMap((locale) => {
    const src = files?.[locale]
    return src ? [{ locale, src }] : []
  })

const toSources = (url: string) => [
  { src: url, type: new URL(url, 'https://host').pathname.endsWith('.webm') ? 'video/webm' : 'video/mp4' },
]

/** A video of the catalogue that has not been recorded has no sources. */
function recordingOf({ catalogue_key, url, captions, seconds }: VideoRow, locale: Locale): Recording | undefined {
  if (url) return { seconds: seconds ?? 0, sources: toSources(url), poster: null, captions: captions ?? {} }
  const recordings = byKey.get(catalogue_key ?? '')?.recordings
  return [recordings?.[locale], recordings?.en].find((recording) => recording && recording.sources.length > 0)
}

function toVideo(row: VideoRow, locale: Locale): Video[] {
  const recording = recordingOf(row, locale)
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

/** The company's playable videos in its order, in the viewer's language. */
export async function listVideos(db: Queryable, viewer: Viewer): Promise<{ videos: Video[] }> {
  const found = await rows<VideoRow>(
    db,
    sql`select id, catalogue_key, titles, descriptions, url, captions, seconds from videos
      where company_id = ${viewer.companyId} and retired_at is null order by position, id`,
  )
  return { videos: found.flatMap((row) => toVideo(row, viewer.locale)) }
}
