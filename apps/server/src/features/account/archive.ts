import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import Papa from 'papaparse'

export type Cell = string | number | boolean | null

/** A file of the archive that is being written. */
export interface OpenFile {
  write(text: string): void
  end(): void
}

export interface Archive {
  /** Any number may be open at once: what is written is kept compressed, in the order in which files were opened. */
  open(name: string): OpenFile
  /** A whole file that no compression makes smaller. */
  add(name: string, bytes: Uint8Array): void
  /** Everything, in pieces, once each file has ended. */
  finish(): Uint8Array[]
}

/** A zip that is made while its contents are read: only what is compressed already is held. */
export function createArchive(at: Date): Archive {
  const pieces: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    pieces.push(piece)
  })
  const opened = <File extends ZipDeflate | ZipPassThrough>(file: File): File => {
    file.mtime = at
    zip.add(file)
    return file
  }
  return {
    open(name) {
      const file = opened(new ZipDeflate(name))
      return { write: (text) => file.push(Buffer.from(text)), end: () => file.push(new Uint8Array(), true) }
    },
    add: (name, bytes) => opened(new ZipPassThrough(name)).push(bytes, true),
    finish() {
      zip.end()
      return pieces
    },
  }
}

export type Json = ReturnType<typeof createJson>

/** One JSON object, member by member; a list item by item, each on a line of its own. */
export function createJson(file: OpenFile) {
  let members = 0
  const member = (name: string) => file.write(`${members++ === 0 ? '{' : ','}\n${JSON.stringify(name)}: `)
  return {
    value(name: string, value: unknown) {
      member(name)
      file.write(JSON.stringify(value))
    },
    list(name: string) {
      member(name)
      file.write('[')
      let items = 0
      return {
        add: (item: unknown) => file.write(`${items++ === 0 ? '' : ','}\n${JSON.stringify(item)}`),
        end: () => file.write(']'),
      }
    },
    end() {
      file.write('\n}\n')
      file.end()
    },
  }
}

/** What a spreadsheet would run instead of showing it, over several lines and after spaces, too. */
const FORMULA = /^\s*[=+\-@\t\r]/
/** Without it, spreadsheets take UTF-8 for something else. */
const BYTE_ORDER_MARK = '\uFEFF'

export function createCsv(file: OpenFile, columns: readonly string[]) {
  const write = (rows: readonly (readonly Cell[])[]) =>
    file.write(`${Papa.unparse([...rows] as unknown[][], { escapeFormulae: FORMULA })}\r\n`)
  file.write(BYTE_ORDER_MARK)
  write([columns])
  return {
    add: (rows: readonly (readonly Cell[])[]) => rows.length > 0 && write(rows),
    end: () => file.end(),
  }
}
