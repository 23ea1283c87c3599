import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface WithErrors extends Window {
  recordedErrors?: string[]
}

/** In the page, before its first script: records the errors, and gives the browser its language. */
function record(locale: string) {
  const errors: string[] = []
  Object.assign(window, { recordedErrors: errors })
  // Every engine reports this as an event and means no fault: the observer is called in the next frame. Consoles leave it out.
  addEventListener('error', ({ message }) => message.startsWith('ResizeObserver loop') || errors.push(message))
  addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)))
  const write = console.error
  console.error = (...words: unknown[]) => {
    errors.push(words.map(String).join(' '))
    write.apply(console, words)
  }
  for (const [name, value] of Object.entries({ language: locale, languages: [locale] }))
    Object.defineProperty(Navigator.prototype, name, { get: () => value })
}

/** Of the server's own origin: the Content-Security-Policy of its pages allows no other script. */
const SCRIPT = '/engines/record-errors.js'

/** A proxy through which a browser reads the server's pages. */
export interface Recorder {
  /** For the setting of a proxy. */
  readonly host: string
  close(): void
}

/**
 * WebKit's driver reports nothing of the console and runs no script before those of a page: this proxy adds one to each document. A page that
 * allows no script at all stays as it is.
 */
export async function startRecorder(locale: string): Promise<Recorder> {
  const script = `(${record})(${JSON.stringify(locale)})`

  async function answer(asked: IncomingMessage, reply: ServerResponse) {
    const url = new URL(asked.url ?? '')
    if (url.pathname === SCRIPT) return reply.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
    // A document is changed: it must come whole, and as text. What is asked for is known from the answer only.
    const { 'accept-encoding': encoding, 'if-none-match': known, ...headers } = asked.headers
    // With a connection of its own: the server may close a kept one just when it is used again.
    const passed = { ...headers, 'accept-language': locale, connection: 'close' }
    const onward = request(url, { method: asked.method, headers: passed, agent: false }, async (found) => {
      if (!found.headers['content-type']?.startsWith('text/html')) {
        const { connection, ...rest } = found.headers
        reply.writeHead(found.statusCode ?? 502, rest)
        return found.pipe(reply)
      }
      const html = (await text(found)).replace('<head>', `<head><script src="${SCRIPT}"></script>`)
      const { 'content-length': length, 'transfer-encoding': parts, connection, etag, ...rest } = found.headers
      return reply.writeHead(found.statusCode ?? 502, rest).end(html)
    })
    // What the browser gave up, or a server that has ended.
    onward.on('error', () => reply.destroy())
    reply.on('close', () => onward.destroy())
    return asked.pipe(onward)
  }

  const server = createServer((asked, reply) => void answer(asked, reply))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
