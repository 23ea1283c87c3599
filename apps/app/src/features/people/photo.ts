import { MAX_AVATAR_BYTES } from '@reflet/contract/avatars'

/** Picture types in the file dialog; whether it can be decoded is checked when it is opened. */
export const PICTURES = 'image/jpeg,image/png,image/webp,image/avif,image/heic,image/heif'

/** Twice the largest size that the server stores. */
const SIDE = 1024
const QUALITY = 0.92

/** The crop area, in pixels of the rotated picture. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

export const isSmallEnough = (file: Blob) => file.size <= MAX_AVATAR_BYTES

/** Rejects when this browser cannot read the picture. */
export async function openPicture(url: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = url
  await image.decode()
  return image
}

/** The bounding box of a rotated picture of this size. */
function turnedSize(width: number, height: number, turn: number) {
  const [sin, cos] = [Math.abs(Math.sin(turn)), Math.abs(Math.cos(turn))]
  return { width: width * cos + height * sin, height: width * sin + height * cos }
}

/**
 * The cropped square, scaled down, without metadata (location, time, device). Drawn at its final size at once: a canvas of the whole
 * picture exceeds the memory of some phones.
 */
export function cutSquare(image: HTMLImageElement, area: Area, degrees: number): Promise<Blob> {
  const { naturalWidth, naturalHeight } = image
  const turn = (degrees * Math.PI) / 180
  const turned = turnedSize(naturalWidth, naturalHeight, turn)
  const canvas = document.createElement('canvas')
  const side = Math.max(1, Math.min(SIDE, Math.round(area.width)))
  canvas.width = side
  canvas.height = side
  const pen = canvas.getContext('2d')
  if (!pen) return Promise.reject(new Error('no canvas'))
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, side, side)
  pen.imageSmoothingQuality = 'high'
  pen.scale(side / area.width, side / area.height)
  pen.translate(turned.width / 2 - area.x, turned.height / 2 - area.y)
  pen.rotate(turn)
  pen.drawImage(image, -naturalWidth / 2, -naturalHeight / 2)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/jpeg', QUALITY)
  })
}
