import * as z from 'zod/mini'
import { AWARD_ICONS } from './awards.ts'
import { Cursor, Id, IdParams, Locale, NextCursor, name, text } from './common.ts'
import { endpoints } from './endpoint.ts'
import { described, named } from './openapi.ts'
import { SKILL_CATEGORIES } from './skills.ts'

export const MAX_NAME = 80
export const MAX_DESCRIPTION = 400
/** Upload limit of a video, in bytes. */
export const MAX_VIDEO_BYTES = 200 * 1024 * 1024
/** Upload limit of one file of captions (WebVTT), in bytes. */
export const MAX_CAPTIONS_BYTES = 1024 * 1024

const inLanguages = <T extends z.ZodMiniType<string>>(one: T) => z.partial(z.strictObject({ fr: one, en: one, ar: one, es: one, de: one }))
/** At least one language; the others fall back to English, else to any that there is. */
const Names = inLanguages(name(MAX_NAME)).check(
  z.refine((names) => Object.values(names).some((one) => one !== undefined), { error: 'missing' }),
)
const Descriptions = inLanguages(text(MAX_DESCRIPTION))
const Texts = z.partial(z.object({ fr: z.string(), en: z.string(), ar: z.string(), es: z.string(), de: z.string() }))
export type Texts = z.infer<typeof Texts>

const shared = {
  id: Id,
  names: Texts,
  descriptions: Texts,
  built_in: described(z.boolean(), 'Of the catalogue: its texts are Reflet’s'),
  retired: described(z.boolean(), 'No longer offered; what refers to it stays'),
  used: described(z.boolean(), 'Something refers to it, so it is retired instead of deleted'),
}

export const AdminSkill = named(z.object({ ...shared, category: z.string() }), 'AdminSkill')
export const AdminAwardType = named(z.object({ ...shared, icon: z.string() }), 'AdminAwardType')
export const AdminVideo = named(
  z.object({
    ...shared,
    ready: described(z.boolean(), 'It has a file, and people see it'),
    seconds: z.nullable(z.int()),
    bytes: z.nullable(z.int()),
    captions: z.array(Locale),
  }),
  'AdminVideo',
)
export type AdminSkill = z.infer<typeof AdminSkill>
export type AdminAwardType = z.infer<typeof AdminAwardType>
export type AdminVideo = z.infer<typeof AdminVideo>

const Category = z.enum([...SKILL_CATEGORIES, 'other'])
const Icon = z.enum(AWARD_ICONS)
const text_ = { names: Names, descriptions: z._default(Descriptions, {}) }
const changes = { names: Names, descriptions: Descriptions, retired: z.boolean() }
const list = z.strictObject({ query: z._default(text(100), ''), cursor: Cursor })

export const adminCatalogue = endpoints({
  listSkills: {
    method: 'GET',
    path: '/api/admin/skills',
    access: 'admin',
    summary: 'The skills of the company: its own first, then the catalogue',
    query: list,
    response: z.object({ skills: z.array(AdminSkill), next_cursor: NextCursor }),
  },
  createSkill: {
    method: 'POST',
    path: '/api/admin/skills',
    access: 'admin',
    summary: 'A skill of the company’s own',
    body: z.strictObject({ ...text_, category: Category }),
    response: AdminSkill,
    errors: ['name_taken', 'limit_reached'],
  },
  updateSkill: {
    method: 'PATCH',
    path: '/api/admin/skills/:id',
    access: 'admin',
    summary: 'Change or retire a skill; the texts of the catalogue are fixed',
    params: IdParams,
    body: z.partial(z.strictObject({ ...changes, category: Category })),
    response: AdminSkill,
    errors: ['built_in', 'name_taken'],
  },
  deleteSkill: {
    method: 'DELETE',
    path: '/api/admin/skills/:id',
    access: 'admin',
    summary: 'Delete a skill that nothing uses, else retire it',
    params: IdParams,
    response: z.object({ result: z.enum(['deleted', 'retired']) }),
  },
  listAwardTypes: {
    method: 'GET',
    path: '/api/admin/award-types',
    access: 'admin',
    summary: 'What one can be thanked for',
    query: list,
    response: z.object({ award_types: z.array(AdminAwardType), next_cursor: NextCursor }),
  },
  createAwardType: {
    method: 'POST',
    path: '/api/admin/award-types',
    access: 'admin',
    summary: 'An award of the company’s own',
    body: z.strictObject({ ...text_, icon: Icon }),
    response: AdminAwardType,
    errors: ['name_taken', 'limit_reached'],
  },
  updateAwardType: {
    method: 'PATCH',
    path: '/api/admin/award-types/:id',
    access: 'admin',
    summary: 'Change or retire an award; the texts of the catalogue are fixed',
    params: IdParams,
    body: z.partial(z.strictObject({ ...changes, icon: Icon })),
    response: AdminAwardType,
    errors: ['built_in', 'name_taken', 'last_award_type'],
  },
  deleteAwardType: {
    method: 'DELETE',
    path: '/api/admin/award-types/:id',
    access: 'admin',
    summary: 'Delete an award that was never given, else retire it',
    params: IdParams,
    response: z.object({ result: z.enum(['deleted', 'retired']) }),
    errors: ['last_award_type'],
  },
  listVideos: {
    method: 'GET',
    path: '/api/admin/videos',
    access: 'admin',
    summary: 'The videos of the company',
    query: list,
    response: z.object({ videos: z.array(AdminVideo), next_cursor: NextCursor }),
  },
  createVideo: {
    method: 'POST',
    path: '/api/admin/videos',
    access: 'admin',
    summary: 'A video’s texts; its file follows',
    body: z.strictObject({ ...text_, seconds: z.nullish(z.int().check(z.minimum(1), z.maximum(36_000))) }),
    response: AdminVideo,
    errors: ['limit_reached'],
  },
  updateVideo: {
    method: 'PATCH',
    path: '/api/admin/videos/:id',
    access: 'admin',
    summary: 'Change or retire a video',
    params: IdParams,
    body: z.partial(z.strictObject({ ...changes, seconds: z.int().check(z.minimum(1), z.maximum(36_000)) })),
    response: AdminVideo,
    errors: ['built_in'],
  },
  uploadVideo: {
    method: 'POST',
    path: '/api/admin/videos/:id/file',
    access: 'admin',
    file: true,
    maxBytes: MAX_VIDEO_BYTES,
    limit: 'upload',
    summary: 'The file of a video (MP4 or WebM, at most 200 MB): stored and served by this server',
    params: IdParams,
    response: AdminVideo,
    errors: ['built_in', 'payload_too_large', 'unsupported_media_type', 'video_unreadable'],
  },
  uploadCaptions: {
    method: 'POST',
    path: '/api/admin/videos/:id/captions/:locale',
    access: 'admin',
    file: true,
    maxBytes: MAX_CAPTIONS_BYTES,
    limit: 'upload',
    summary: 'Captions in one language (WebVTT)',
    params: z.object({ id: Id, locale: Locale }),
    response: AdminVideo,
    errors: ['built_in', 'payload_too_large', 'unsupported_media_type', 'captions_unreadable'],
  },
  deleteVideo: {
    method: 'DELETE',
    path: '/api/admin/videos/:id',
    access: 'admin',
    summary: 'Delete a video of the company’s own with its file; one of the catalogue is retired',
    params: IdParams,
    response: z.object({ result: z.enum(['deleted', 'retired']) }),
  },
})
