import type { Endpoint, Input } from '@reflet/contract/endpoint'
import { address, FILE_TIMEOUT, failure, type Parts, reach, request } from './client.ts'
import { announce } from './errors.ts'
import { isConfirmed } from './step-up.ts'

interface Options {
  signal?: AbortSignal
  /** Bytes received so far; the total is null when the server does not send it. */
  onProgress?: (received: number, total: number | null) => void
}

/** Reads a body in chunks, to show progress. */
async function readPieces(response: Response, onProgress: Options['onProgress']) {
  const reader = response.body?.getReader()
  if (!reader) return response.blob()
  const length = Number(response.headers.get('content-length'))
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let received = 0
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    pieces.push(piece.value)
    received += piece.value.length
    onProgress?.(received, length || null)
  }
  return new Blob(pieces, { type: response.headers.get('content-type') ?? '' })
}

/** Fetches the file of a `binary` call, and throws an `ApiError` when it is refused. */
export async function download<E extends Endpoint>(endpoint: E, input: Input<E>, options: Options = {}): Promise<Blob> {
  const parts = input as Parts
  const url = address(endpoint, parts)
  const read = (response: Response) => readPieces(response, options.onProgress)
  try {
    const { response, content } = await reach(url, request(endpoint, url, parts), read, options.signal, FILE_TIMEOUT)
    if (!response.ok) throw failure(response, await content.text())
    return content
  } catch (error) {
    if (await isConfirmed(error)) return download(endpoint, input, options)
    announce(error)
    throw error
  }
}
