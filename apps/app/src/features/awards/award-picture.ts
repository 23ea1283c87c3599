import { shapesOf } from '../../ui/award-shapes.ts'
import { directionOf, linesOf } from './text-lines.ts'

/** The size that link previews show in full. */
export const PICTURE = { width: 1200, height: 630 } as const

/** All texts of a picture. */
export interface PictureWords {
  icon: string
  type: string
  /** “For …” and “From …”. */
  to: string
  from: string
  /** The type's description, or the giver's message. */
  body: string
  direction: CanvasDirection
}

/** Always the light colour scheme. */
const COLOUR = {
  ink: '#1b1a2e',
  muted: '#5b586f',
  paper: '#fbfaf8',
  act: '#4338ca',
  actTint: '#eef0ff',
  back: '#0f766e',
  backTint: '#e3f4f1',
}
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Arabic", "Helvetica Neue", Arial, sans-serif'
const DISC = { x: 260, y: 315, radius: 200, drawing: 264 }
const COLUMN = { start: 524, width: 612 }
const LOGO = { size: 44, gap: 14, bottom: 44 }
const LOGO_BARS = [
  [6, 31, 44, 5, 1],
  [12, 39.5, 32, 4.5, 0.7],
  [20, 47.5, 16, 4, 0.45],
] as const

interface Block {
  text: string
  size: number
  weight: number
  colour: string
  most: number
  /** Above it. */
  space: number
}

const blocksOf = ({ type, to, from, body }: PictureWords): Block[] => [
  { text: type, size: 38, weight: 700, colour: COLOUR.act, most: 2, space: 0 },
  { text: to, size: 58, weight: 700, colour: COLOUR.ink, most: 2, space: 14 },
  { text: body, size: 30, weight: 400, colour: COLOUR.ink, most: 4, space: 26 },
  { text: from, size: 28, weight: 400, colour: COLOUR.muted, most: 2, space: 24 },
]

const lineHeight = ({ size }: Block) => size * 1.3

/** The x position of an element of this width, in the text direction. */
const placed = (x: number, width: number, direction: CanvasDirection) => (direction === 'rtl' ? PICTURE.width - x - width : x)

function paintDrawing(pen: CanvasRenderingContext2D, icon: string, direction: CanvasDirection) {
  const { x, y, radius, drawing } = DISC
  const left = placed(x - radius, 2 * radius, direction)
  pen.fillStyle = '#ffffff'
  pen.beginPath()
  pen.arc(left + radius, y, radius, 0, 2 * Math.PI)
  pen.fill()
  pen.lineWidth = 6
  pen.strokeStyle = COLOUR.actTint
  pen.stroke()
  pen.save()
  pen.translate(left + radius - drawing / 2, y - drawing / 2)
  pen.scale(drawing / 96, drawing / 96)
  pen.lineWidth = 3.5
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  for (const { d, tone, filled } of shapesOf(icon)) {
    const path = new Path2D(d)
    pen.fillStyle = tone === 'act' ? COLOUR.actTint : COLOUR.backTint
    pen.strokeStyle = COLOUR[tone]
    if (filled) pen.fill(path)
    pen.stroke(path)
  }
  pen.restore()
}

function paintWords(pen: CanvasRenderingContext2D, words: PictureWords) {
  const { direction } = words
  const blocks = blocksOf(words).map((block) => {
    pen.font = `${block.weight} ${block.size}px ${FONT}`
    return { block, lines: linesOf(block.text, COLUMN.width, (text) => pen.measureText(text).width, block.most) }
  })
  const height = blocks.reduce((sum, { block, lines }) => sum + block.space + lines.length * lineHeight(block), 0)
  const edge = direction === 'rtl' ? PICTURE.width - COLUMN.start : COLUMN.start
  pen.textAlign = direction === 'rtl' ? 'right' : 'left'
  pen.textBaseline = 'middle'
  let top = (PICTURE.height - LOGO.bottom - height) / 2
  for (const { block, lines } of blocks) {
    top += block.space
    pen.font = `${block.weight} ${block.size}px ${FONT}`
    pen.fillStyle = block.colour
    pen.direction = directionOf(block.text, direction)
    for (const line of lines) {
      pen.fillText(line, edge, top + lineHeight(block) / 2)
      top += lineHeight(block)
    }
  }
}

/** Logo and name, in the corner at the end of the text. */
function paintLogo(pen: CanvasRenderingContext2D, direction: CanvasDirection) {
  const { size, gap, bottom } = LOGO
  pen.font = `700 30px ${FONT}`
  const name = pen.measureText('Reflet').width
  const left = placed(COLUMN.start + COLUMN.width - size - gap - name, size + gap + name, direction)
  const top = PICTURE.height - bottom - size
  pen.direction = 'ltr'
  pen.textAlign = 'left'
  pen.fillStyle = COLOUR.ink
  pen.fillText('Reflet', left + size + gap, top + size / 2)
  pen.save()
  pen.translate(left, top)
  pen.scale(size / 56, size / 56)
  pen.fillStyle = COLOUR.act
  pen.fill(new Path2D('M6 27a22 22 0 0 1 44 0z'))
  pen.fillStyle = COLOUR.back
  for (const [x, y, width, height, opacity] of LOGO_BARS) {
    pen.globalAlpha = opacity
    pen.beginPath()
    pen.roundRect(x, y, width, height, height / 2)
    pen.fill()
  }
  pen.restore()
}

/** Draws an award on this device: nothing is uploaded. Null where the browser does not support it. */
export async function makePicture(words: PictureWords): Promise<File | null> {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, PICTURE)
  const pen = canvas.getContext('2d')
  if (!pen) return null
  const sky = pen.createLinearGradient(0, 0, PICTURE.width, PICTURE.height)
  sky.addColorStop(0, COLOUR.actTint)
  sky.addColorStop(0.55, COLOUR.paper)
  sky.addColorStop(1, COLOUR.backTint)
  pen.fillStyle = sky
  pen.fillRect(0, 0, PICTURE.width, PICTURE.height)
  paintDrawing(pen, words.icon, words.direction)
  paintWords(pen, words)
  paintLogo(pen, words.direction)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  return blob && new File([blob], 'reflet-award.png', { type: 'image/png' })
}
