// Makes every icon and splash image from apps/app/native-art/logo.svg: of both native projects, and of the web app.
// Deterministic: a second run changes nothing. `--check` writes nothing, and fails when a file is not what the logo makes.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { coloured, DARK, drawableOf, LIGHT, shapesOf, WHITE } from './native/logo.mjs'

const APP = join(import.meta.dirname, '..', 'apps', 'app')
const ART = join(APP, 'native-art')
const RES = 'android/app/src/main/res'
const ASSETS = 'ios/App/App/Assets.xcassets'
const WEB = 'public/icons'

const PAPER = '#fbfaf8'
const INK = '#131220'
const INDIGO = '#4338ca'
/** Of the launcher's icons before adaptive ones, Android 7. */
const DENSITIES = { mdpi: 48, hdpi: 72, xhdpi: 96, xxhdpi: 144, xxxhdpi: 192 }

const source = (name) => readFileSync(join(ART, `${name}.svg`), 'utf8')
const logo = shapesOf(source('logo'))

/** The inner elements of an SVG whose view box is 56 wide, enlarged to a part of a picture and centred. */
const centred = (inner, size, part) => {
  const scale = (size * part) / 56
  const edge = (size - 56 * scale) / 2
  return `<g transform="translate(${edge} ${edge}) scale(${scale})">${inner}</g>`
}

/** @param {{ size: number, part: number, colours?: object, background?: string, radius?: number, inner?: string }} picture */
const svgOf = ({ size, part, colours = LIGHT, background, radius = 0, inner = coloured(logo, colours) }) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">${
    background ? `<rect width="${size}" height="${size}" rx="${radius}" fill="${background}"/>` : ''
  }${centred(inner, size, part)}</svg>`

/** A palette keeps the pictures small. An icon without transparency has no alpha channel: the App Store refuses one. */
async function pngOf(picture) {
  const image = sharp(Buffer.from(svgOf(picture)))
  const isOpaque = picture.background && !picture.radius
  return (isOpaque ? image.flatten({ background: picture.background }) : image)
    .png({ palette: true, colours: 64, effort: 10, compressionLevel: 9, dither: 0 })
    .toBuffer()
}

const innerOf = (svg) => svg.slice(svg.indexOf('>') + 1, svg.lastIndexOf('</svg>'))

/** @type {Record<string, object>} each PNG by its path in apps/app */
const pictures = {
  [`${ASSETS}/AppIcon.appiconset/AppIcon.png`]: { size: 1024, part: 0.68, background: PAPER },
  [`${ASSETS}/AppIcon.appiconset/AppIcon-dark.png`]: { size: 1024, part: 0.68, colours: DARK, background: INK },
  [`${ASSETS}/AppIcon.appiconset/AppIcon-tinted.png`]: { size: 1024, part: 0.68, colours: WHITE, background: '#000000' },
  // Without transparency, which iOS would show in black. Of a maskable icon a launcher may cut all but a circle of 80 %.
  [`${WEB}/app.png`]: { size: 192, part: 0.68, background: PAPER },
  [`${WEB}/app-512.png`]: { size: 512, part: 0.68, background: PAPER },
  [`${WEB}/maskable-192.png`]: { size: 192, part: 0.58, background: PAPER },
  [`${WEB}/maskable-512.png`]: { size: 512, part: 0.58, background: PAPER },
  [`${WEB}/apple-touch.png`]: { size: 180, part: 0.68, background: PAPER },
}
for (const [density, size] of Object.entries(DENSITIES)) {
  pictures[`${RES}/mipmap-${density}/ic_launcher.png`] = { size, part: 0.68, background: PAPER, radius: size * 0.22 }
  pictures[`${RES}/mipmap-${density}/ic_launcher_round.png`] = { size, part: 0.62, background: PAPER, radius: size / 2 }
}
for (const scale of [1, 2, 3]) {
  pictures[`${ASSETS}/LaunchLogo.imageset/logo@${scale}x.png`] = { size: 128 * scale, part: 1 }
  pictures[`${ASSETS}/LaunchLogo.imageset/logo-dark@${scale}x.png`] = { size: 128 * scale, part: 1, colours: DARK }
}
for (const name of ['answer', 'ask', 'thank'])
  pictures[`${WEB}/shortcut-${name}.png`] = {
    size: 96,
    part: 0.6,
    background: INDIGO,
    radius: 48,
    inner: innerOf(source(`shortcut-${name}`)),
  }

const ICON = { primary: '@color/icon_primary', others: '@color/icon_others' }
const NAMED = { primary: '@color/primary', others: '@color/others' }
const DRAWN = { primary: '#FFFFFF', others: '#FFFFFF' }

/** Vector drawables: Android scales them itself, and the splash takes its colours by day and by night. */
const drawables = {
  // 108 dp, of which a launcher shows the inner 66 at least.
  ic_launcher_foreground: drawableOf(logo, { size: 108, part: 0.56, colours: ICON }),
  ic_launcher_monochrome: drawableOf(logo, { size: 108, part: 0.56, colours: DRAWN }),
  ic_notification: drawableOf(logo, { size: 24, part: 1, colours: DRAWN }),
  // 288 dp, of which the system shows a circle of 192.
  splash_logo: drawableOf(logo, { size: 288, part: 0.44, colours: NAMED }),
}

const isCheck = process.argv.includes('--check')
let differences = 0

function write(path, content) {
  const file = join(APP, path)
  if (existsSync(file) && readFileSync(file).equals(Buffer.from(content))) return
  differences++
  console.log(path)
  if (isCheck) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

for (const [path, picture] of Object.entries(pictures)) write(path, await pngOf(picture))
for (const [name, xml] of Object.entries(drawables)) write(`${RES}/drawable/${name}.xml`, xml)

console.log(differences === 0 ? 'Every image is what the logo makes.' : `${differences} images ${isCheck ? 'are outdated' : 'written'}.`)
if (isCheck && differences > 0) process.exit(1)
