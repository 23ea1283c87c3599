import { isStorable } from '@reflet/contract/common'
import pg from 'pg'

/** Text with a NUL, which PostgreSQL refuses, or with a lone surrogate, which the driver would silently replace. */
export class NotStorable extends Error {
  /** SQLSTATE character_not_in_repertoire, as of PostgreSQL itself. */
  readonly code = '22021'

  constructor() {
    super('a text that is not storable')
  }
}

const isText = (value: unknown): boolean => (typeof value === 'string' ? isStorable(value) : !Array.isArray(value) || value.every(isText))

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

/** A connection that no text reaches which cannot be stored, whatever protocol it came by. */
export class StorableClient extends pg.Client {}
StorableClient.prototype.query = guarded as pg.Client['query']
