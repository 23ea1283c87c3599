import * as z from 'zod/mini'
import { Id, text } from './common.ts'
import { endpoints } from './endpoint.ts'
import { UserRecord } from './people.ts'

/** Upload limit, in bytes. */
export const MAX_AVATAR_BYTES = 5 * 1024 * 1024
/** A picture is stored as a square in these sizes, in pixels. */
export const AVATAR_SIZES = [96, 192, 512] as const
/** `avatar_url` is the first size; the others have the same base URL. */
export const avatarPath = (id: string, size: (typeof AVATAR_SIZES)[number]) => `/avatars/${id}/${size}.webp`

export const avatars = endpoints({
  uploadAvatar: {
    method: 'POST',
    path: '/api/user/avatar',
    access: 'employee',
    file: true,
    limit: 'upload',
    summary: 'My picture (JPEG, PNG, WebP, AVIF; at most 5 MB): made square, re-encoded, without its metadata',
    response: UserRecord,
    errors: ['payload_too_large', 'unsupported_media_type', 'image_unreadable', 'image_too_large'],
  },
  deleteAvatar: {
    method: 'DELETE',
    path: '/api/user/avatar',
    access: 'employee',
    summary: 'Remove my picture',
    response: UserRecord,
  },
  getAvatar: {
    method: 'GET',
    path: '/avatars/:id/:file',
    access: 'public',
    summary: 'A picture; its id is random and changes with the picture, so that it can be cached for ever',
    params: z.object({ id: Id, file: text(20) }),
    binary: 'image/webp',
    response: z.unknown(),
  },
})
