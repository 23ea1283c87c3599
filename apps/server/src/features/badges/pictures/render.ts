import { PLACES } from '../../../places.ts'

/** The machine's fonts cannot be relied on: these have the scripts of Latin, Greek, Cyrillic, Devanagari and Arabic. */
export const FONT_FILES = [
  'NotoSans_400Regular.ttf',
  'NotoSans_700Bold.ttf',
  'NotoSansArabic_400Regular.ttf',
  'NotoSansArabic_700Bold.ttf',
] as const

/** A drawing as PNG of this width, in pixels. It is drawn off the event loop. */
export async function asPng(svg: string, width: number): Promise<Buffer> {
  const { renderAsync } = await import('@resvg/resvg-js')
  const drawn = await renderAsync(svg, {
    fitTo: { mode: 'width', value: width },
    font: { fontFiles: FONT_FILES.map(PLACES.font), loadSystemFonts: false, defaultFontFamily: 'Noto Sans' },
  })
  return drawn.asPng()
}
