import { once } from 'node:events'
import { crc32, createDeflateRaw } from 'node:zlib'
import { Zip, type ZipInputFile, ZipPassThrough } from 'fflate'
import { type Cell, csvHead, csvLines } from './csv.ts'

/** A file of the archive that is being written; each promise resolves when it accepts more (backpressure). */
export interface OpenFile {
  write(text: string): Promise<void>
  end(): Promise<void>
}

export interface Archive {
  /** Several files may be open at once: their contents are kept compressed, in the order in which they were opened. */
  open(name: string): OpenFile
  /** A complete file that is stored uncompressed. */
  add(name: string, bytes: Uint8Array): void
  /** The archive in chunks, once each file has ended. */
  finish(): Uint8Array[]
}

/** The zip format's number for `createDeflateRaw`. */
const DEFLATE = 8

/** A streaming zip: only compressed data are held in memory, or none where `onPiece` takes each piece. */
export function createArchive(at: Date, onPiece?: (piece: Uint8Array) => void): Archive {
  const pieces: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    if (onPiece) onPiece(piece)
    else pieces.push(piece)
  })
  return {
    open: (name) => compressed(zip, name, at),
    add(name, bytes) {
      const file = new ZipPassThrough(name)
      file.mtime = at
      zip.add(file)
      file.push(bytes, true)
    },
    finish() {
      zip.end()
      return pieces
    },
  }
}

/** Compressed in Node's thread pool: in the event loop it would block every other call. */
function compressed(zip: Zip, filename: string, mtime: Date): OpenFile {
  const file: ZipInputFile = { filename, mtime, compression: DEFLATE, crc: 0, size: 0 }
  zip.add(file)
  const stream = createDeflateRaw()
  stream.on('data', (piece: Uint8Array<ArrayBuffer>) => file.ondata?.(null, piece, false))
  return {
    async write(text) {
      const bytes = Buffer.from(text)
      file.crc = crc32(bytes, file.crc)
      file.size += bytes.length
      if (!stream.write(bytes)) await once(stream, 'drain')
    },
    async end() {
      stream.end()
      await once(stream, 'end')
      file.ondata?.(null, new Uint8Array(), true)
    },
  }
}

export type Json = ReturnType<typeof createJson>

/** One JSON object, member by member; an array item by item, each on its own line. */
export function createJson(file: OpenFile) {
  let members = 0
  const member = (name: string) => `${members++ === 0 ? '{' : ','}\n${JSON.stringify(name)}: `
  return {
    async value(name: string, value: unknown) {
      await file.write(`${member(name)}${JSON.stringify(value)}`)
    },
    async list(name: string) {
      await file.write(`${member(name)}[`)
      let count = 0
      const line = (item: unknown) => `${count++ === 0 ? '' : ','}\n${JSON.stringify(item)}`
      return {
        add: (items: readonly unknown[]) => file.write(items.map(line).join('')),
        end: () => file.write(']'),
      }
    },
    async end() {
      await file.write('\n}\n')
      await file.end()
    },
  }
}

/** A CSV file; its first line has the column names. */
export async function createCsv(file: OpenFile, columns: readonly string[]) {
  await file.write(csvHead(columns))
  return {
    add: (rows: readonly (readonly Cell[])[]) => (rows.length > 0 ? file.write(csvLines(rows)) : Promise.resolve()),
    end: () => file.end(),
  }
}
