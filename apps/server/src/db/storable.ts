import { isStorable } from '@reflet/contract/common'
import pg from 'pg'

/** Text with a NUL, which PostgreSQL refuses, or with a lone surrogate, which the driver would silently replace. */
class NotStorable extends Error {
  /** SQLSTATE character_not_in_repertoire, as of PostgreSQL itself. */
  readonly code = '22021'

  constructor() {
    super('a text that cannot be stored')
  }
}

/** In JSON both are escaped: `JSON.stringify` writes only these so. An even number of backslashes before it is text. */
const ESCAPED = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/
const isJson = (text: string) => text.startsWith('{') || text.startsWith('[')
const hasEscaped = (text: string) => isJson(text) && text.includes('\\u') && ESCAPED.test(text)

const isText = (value: unknown): boolean =>
  typeof value === 'string' ? isStorable(value) && !hasEscaped(value) : !Array.isArray(value) || value.every(isText)

/** The forms of the driver's `query`: a text or an object with its values, and a callback or a promise. */
type Query = (this: pg.Client, config: unknown, values?: unknown, callback?: unknown) => unknown
const query = pg.Client.prototype.query as Query

const guarded: Query = function (config, values, callback) {
  const given = Array.isArray(values) ? values : (config as { readonly values?: unknown }).values
  if (isText(given)) return query.call(this, config, values, callback)
  const error = new NotStorable()
  const answer = typeof values === 'function' ? values : callback
  if (typeof answer !== 'function') return Promise.reject(error)
  process.nextTick(answer, error)
}

/** A connection that refuses texts that cannot be stored, whatever protocol they came by. What reads a protocol refuses them first, in its own words. */
export class StorableClient extends pg.Client {}
StorableClient.prototype.query = guarded as pg.Client['query']
