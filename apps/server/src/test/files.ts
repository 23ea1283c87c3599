/** Uploads a file as a browser does, to any server. */
export async function sendFile(app: { readonly url: string }, who: { readonly token: string }, path: string, file: Buffer) {
  const body = new FormData()
  body.set('file', new Blob([Uint8Array.from(file)]), 'file')
  const response = await fetch(`${app.url}${path}`, { method: 'POST', headers: { authorization: `Bearer ${who.token}` }, body })
  return { status: response.status, body: (await response.json()) as { code: string; id: string } }
}

/** Bytes that begin as an MP4 file does. */
export function aVideo(bytes = 1_000): Buffer {
  const file = Buffer.alloc(bytes, 'reflet')
  file.write('\0\0\0\x20ftypisom', 0, 'latin1')
  return file
}
