import { createHash } from 'node:crypto'

/** A strong tag of a document (RFC 9110, 8.8.3). */
export const etagOf = (body: Buffer): string => `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`

/** Whether the reader has it already (RFC 9110, 13.1.2: a list of tags, compared weakly, or any). */
export const hasIt = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined && (ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))
