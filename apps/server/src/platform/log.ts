import pino, { type DestinationStream, type Logger } from 'pino'

export type Log = Logger

/** Lines are written together: at the latest after this long, and when the process ends by itself. */
const FLUSH_MS = 500
const FLUSH_BYTES = 8_192

/**
 * Lines say what happened, never what people wrote: no body, no query string, no header, and of an address only the
 * route's pattern, because guest links carry their token in the path. They go to the standard output; a test reads them.
 */
export function createLog(
  level: string,
  destination: DestinationStream = pino.destination({ dest: 1, sync: false, minLength: FLUSH_BYTES }),
): Log {
  const log = pino({ level, redact: ['req.headers', 'token', 'password', 'email'], base: null }, destination)
  if (level !== 'silent') setInterval(() => log.flush(), FLUSH_MS).unref()
  return log
}
