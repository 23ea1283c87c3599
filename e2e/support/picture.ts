import type { Page } from '@playwright/test'

/** A PNG of 800 × 400 as the browser makes it: red on the left half, blue on the right, so that the colour shows which part was cropped. */
export async function makePicture(page: Page): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const content = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 800
    canvas.height = 400
    const pen = canvas.getContext('2d') as CanvasRenderingContext2D
    pen.fillStyle = '#f00'
    pen.fillRect(0, 0, 400, 400)
    pen.fillStyle = '#00f'
    pen.fillRect(400, 0, 400, 400)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  return { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(content, 'base64') }
}
