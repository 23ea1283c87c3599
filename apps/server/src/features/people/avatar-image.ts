import type sharp from 'sharp'
import type { Metadata } from 'sharp'
import { atMost } from '../../platform/concurrency-limit.ts'
import { Problem } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'

/** Cameras have 12 to 40 megapixels. AVIF needs about 20 bytes of memory per pixel, whatever its header says. */
const MAX_PIXELS = 40_000_000
const MAX_PIXELS_AVIF = 16_000_000
/** Memory limit of decoding. A progressive picture is kept whole, beside its rotated copy. */
const MAX_BYTES = 200_000_000
/** A progressive JPEG has about ten scans, its thumbnails some more. Each costs a pass over all of it, which no timeout interrupts. */
const MAX_SCANS = 100
const PATIENCE = { seconds: 10 }
/** Queue length: a wait of about two seconds; each one holds its upload in memory. */
const fewAtOnce = atMost(2, 40)

const BRANDS = /^(avif|avis|mif1|msf1|heic|heix|heim|heis|hevc|hevx)/
const SIGNATURES: readonly ((bytes: Buffer) => boolean)[] = [
  (bytes) => startsWith(bytes, 'ffd8ff'),
  (bytes) => startsWith(bytes, '89504e470d0a1a0a'),
  (bytes) => asText(bytes, 0, 4) === 'RIFF' && asText(bytes, 8, 12) === 'WEBP',
  (bytes) => asText(bytes, 4, 8) === 'ftyp' && BRANDS.test(asText(bytes, 8, 12)),
]
const asText = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to)
const startsWith = (bytes: Buffer, hex: string) => bytes.toString('hex', 0, hex.length / 2) === hex

let loading: Promise<typeof sharp> | undefined

/** Lazy loading: a server without uploads does not pay for it. */
const load = () => (loading ??= import('sharp').then((module) => setUp(module.default)))

/** Allow-list: of all formats of libvips, only these are enabled. */
function setUp(lib: typeof sharp): typeof sharp {
  lib.cache(false)
  lib.concurrency(1)
  lib.block({ operation: ['VipsForeignLoad'] })
  lib.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer', 'VipsForeignLoadHeifBuffer'],
  })
  return lib
}

/**
 * Converts a picture to square WebP files of these sizes, upright, in sRGB, without any metadata.
 * @throws unsupported_media_type, by its content and not by its name; image_too_large, by its header alone; image_unreadable
 */
export async function squaresOf(bytes: Buffer, sizes: readonly number[], log: Log): Promise<Buffer[]> {
  if (!SIGNATURES.some((matches) => matches(bytes))) throw new Problem('unsupported_media_type')
  const lib = await load()
  return fewAtOnce(async () => {
    try {
      return await cut(lib, bytes, sizes)
    } catch (error) {
      if (error instanceof Problem) throw error
      log.info({ reason: (error as Error).message }, 'a picture could not be read')
      throw new Problem('image_unreadable')
    }
  })
}

/** The markers that begin a scan of a JPEG; they cannot occur in its data. */
function scansOf(bytes: Buffer): number {
  if (!startsWith(bytes, 'ffd8ff')) return 0
  let count = 0
  for (let at = bytes.indexOf('ffda', 0, 'hex'); at >= 0 && count <= MAX_SCANS; at = bytes.indexOf('ffda', at + 2, 'hex')) count++
  return count
}

const bytesAPixel = ({ channels, depth, isProgressive }: Metadata) => channels * (depth === 'ushort' ? 2 : 1) * (isProgressive ? 2 : 1)

async function cut(lib: typeof sharp, bytes: Buffer, sizes: readonly number[]): Promise<Buffer[]> {
  if (scansOf(bytes) > MAX_SCANS) throw new Problem('image_unreadable')
  const header = await lib(bytes, { limitInputPixels: false }).metadata()
  const pixels = header.width * header.height
  if (pixels > (header.format === 'heif' ? MAX_PIXELS_AVIF : MAX_PIXELS)) throw new Problem('image_too_large')
  if (pixels * bytesAPixel(header) > MAX_BYTES) throw new Problem('image_too_large')
  const largest = Math.max(...sizes)
  // Not stricter than `error`: pictures of some phones have warnings. Of an animation, the first frame is used.
  const { data, info } = await lib(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize(largest, largest, { fit: 'cover' })
    .timeout(PATIENCE)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const squares: Buffer[] = []
  for (const size of sizes) squares.push(await lib(data, { raw }).resize(size, size).webp({ quality: 82 }).toBuffer())
  return squares
}
