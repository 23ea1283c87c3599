import qrcode from 'qrcode-generator'

/** The quiet zone around the code, in modules: cameras need it (ISO/IEC 18004). */
const QUIET = 4
const INK = '#000000'
const PAPER = '#ffffff'

export interface Qr {
  /** The width in modules, quiet zone included. */
  readonly size: number
  /** Dark runs: row, column and length, with the quiet zone as offset. */
  readonly runs: readonly { x: number; y: number; length: number }[]
}

/** The QR code of a text; error correction restores up to a quarter of it, as under a reflection on the screen. */
export function qrOf(text: string): Qr {
  const code = qrcode(0, 'Q')
  code.addData(text)
  code.make()
  const modules = code.getModuleCount()
  const runs: { x: number; y: number; length: number }[] = []
  for (let row = 0; row < modules; row++) {
    for (let column = 0; column < modules; column++) {
      if (!code.isDark(row, column)) continue
      const start = column
      while (column + 1 < modules && code.isDark(row, column + 1)) column++
      runs.push({ x: start + QUIET, y: row + QUIET, length: column - start + 1 })
    }
  }
  return { size: modules + 2 * QUIET, runs }
}

export const pathOf = ({ runs }: Qr) => runs.map(({ x, y, length }) => `M${x} ${y}h${length}v1h-${length}z`).join('')

/** As SVG, for print in any size. */
export const asSvg = (qr: Qr) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${qr.size} ${qr.size}" shape-rendering="crispEdges"><path fill="${PAPER}" d="M0 0h${qr.size}v${qr.size}H0z"/><path fill="${INK}" d="${pathOf(qr)}"/></svg>`

const PNG_PIXELS = 1200

/** As PNG, for slides: every module has the same whole number of pixels. */
export function asPng(qr: Qr): Promise<Blob | null> {
  const scale = Math.max(1, Math.round(PNG_PIXELS / qr.size))
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = qr.size * scale
  const context = canvas.getContext('2d')
  if (context) {
    context.fillStyle = PAPER
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.fillStyle = INK
    for (const { x, y, length } of qr.runs) context.fillRect(x * scale, y * scale, length * scale, scale)
  }
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
