import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Smaller files gain hardly more than the header that names the encoding. */
const MIN_BYTES = 256
const COMPRESSIBLE = /\.(js|css|html|json|svg|webmanifest)$/

async function compress(path: string) {
  if (!COMPRESSIBLE.test(path) || (await stat(path)).size <= MIN_BYTES) return
  const bytes = await readFile(path)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  await Promise.all([
    brotli(bytes, { params }).then((result) => writeFile(`${path}.br`, result)),
    gzipped(bytes, { level: 9 }).then((result) => writeFile(`${path}.gz`, result)),
  ])
}

/** Writes `.br` and `.gz` beside every text file of the build, so that the server only has to send them. */
export function compressFiles(): Plugin {
  let directory = ''
  return {
    name: 'reflet:compress',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => {
      directory = join(config.root, config.build.outDir)
    },
    // After the worker, which is built when the bundle is closed.
    closeBundle: {
      sequential: true,
      order: 'post',
      handler: async () => {
        const entries = await readdir(directory, { recursive: true, withFileTypes: true })
        const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
        await Promise.all(files.map(compress))
      },
    },
  }
}
