import pino, { type DestinationStream, type Logger } from 'pino'

export type Log = Logger

/** Buffered: lines are written together after at most this long, and when the process ends normally. */
const FLUSH_MS = 500
const FLUSH_BYTES = 8_192

/**
 * Log lines contain events, never user content: no body, no query string, no header, and of a URL only the route's pattern, because guest
 * links have their token in the path. Written to standard output; a test reads them.
 */
export function createLog(
  level: string,
  destination: DestinationStream = pino.destination({ dest: 1, sync: false, minLength: FLUSH_BYTES }),
): Log {
  const log = pino({ level, redact: ['req.headers', 'token', 'password', 'email'], base: null }, destination)
  if (level !== 'silent') setInterval(() => log.flush(), FLUSH_MS).unref()
  return log
}
