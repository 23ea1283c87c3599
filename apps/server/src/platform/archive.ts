import { once } from 'node:events'
import { open, rm } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import { Zip, type ZipInputFile, ZipPassThrough } from 'fflate'
import { type Cell, csvHead, csvLines } from './csv.ts'

/** A file of the archive that is being written; each promise resolves when it accepts more (backpressure). */
export interface OpenFile {
  write(piece: string | Uint8Array): Promise<void>
  end(): Promise<void>
}

/** Where the bytes of an archive go. */
interface Target {
  take(piece: Uint8Array): void
  /** Resolves when it accepts more (backpressure). */
  ready(): Promise<void>
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

/** The sizes of the zip format have 32 bits. */
export const ARCHIVE_MAX_BYTES = 2 ** 32 - 1

/** A streaming zip: only compressed data are held in memory, or, with a target, those of files that are open at once. */
export function createArchive(at: Date, target?: Target): Archive {
  const pieces: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    if (target) target.take(piece)
    else pieces.push(piece)
  })
  return {
    open: (name) => compressed(zip, name, at, target),
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

/** An archive that is written to a file. */
export interface FileArchive extends Archive {
  /** Bytes so far. */
  written(): number
}

/**
 * Writes an archive to a new file that its owner alone may read. Memory holds a piece of it. A file that could not be completed is removed.
 * @throws when the file exists, or when the archive is larger than `ARCHIVE_MAX_BYTES`
 */
export async function writeArchive<Result>(path: string, at: Date, fill: (archive: FileArchive) => Promise<Result>): Promise<Result> {
  const out = (await open(path, 'wx', 0o600)).createWriteStream()
  const complete = finished(out)
  // Awaited at the end; after an error of the content that one counts.
  complete.catch(() => undefined)
  let bytes = 0
  const archive = createArchive(at, {
    take(piece) {
      bytes += piece.length
      if (!out.destroyed) out.write(piece)
    },
    async ready() {
      if (out.errored) throw out.errored
      if (out.writableNeedDrain) await once(out, 'drain')
    },
  })
  try {
    const result = await fill({ ...archive, written: () => bytes })
    archive.finish()
    if (bytes > ARCHIVE_MAX_BYTES) throw new Error('an archive of more than 4 GB')
    out.end()
    await complete
    return result
  } catch (error) {
    out.destroy()
    await rm(path, { force: true })
    throw error
  }
}

/** Compressed in Node's thread pool: in the event loop it would block every other call. */
function compressed(zip: Zip, filename: string, mtime: Date, target: Target | undefined): OpenFile {
  const file: ZipInputFile = { filename, mtime, compression: DEFLATE, crc: 0, size: 0 }
  zip.add(file)
  const stream = createDeflateRaw()
  stream.on('data', (piece: Uint8Array<ArrayBuffer>) => file.ondata?.(null, piece, false))
  return {
    async write(piece) {
      const bytes = Buffer.from(piece)
      file.crc = crc32(bytes, file.crc)
      file.size += bytes.length
      if (!stream.write(bytes)) await once(stream, 'drain')
      await target?.ready()
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
