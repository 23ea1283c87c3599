declare module 'samlp' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Handler = (request: IncomingMessage, response: ServerResponse, next: (error: unknown) => void) => void
  const samlp: { auth(options: Record<string, unknown>): Handler }
  export default samlp
}
