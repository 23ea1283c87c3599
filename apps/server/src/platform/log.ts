import pino, { type Logger } from 'pino'

export type Log = Logger

/**
 * Lines say what happened, never what people wrote: no body, no query string, no header, and of an address only the
 * route's pattern, because guest links carry their token in the path.
 */
export const createLog = (level: string): Log => pino({ level, redact: ['req.headers', 'token', 'password', 'email'], base: null })
