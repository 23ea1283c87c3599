import { DOMParser } from '@xmldom/xmldom'

/** @typedef {{ colour: 'primary' | 'others', path: string, opacity: number }} Shape */

export const LIGHT = { primary: '#4338ca', others: '#0f766e' }
export const DARK = { primary: '#a5b4fc', others: '#5eead4' }
export const WHITE = { primary: '#ffffff', others: '#ffffff' }

const number = (element, name, otherwise = 0) => Number(element.getAttribute(name) || otherwise)

/** A rectangle with round ends as a path. */
function pathOfRect(element) {
  const [x, y, width, height, r] = ['x', 'y', 'width', 'height', 'rx'].map((name) => number(element, name))
  const arc = (dx, dy) => `a${r} ${r} 0 0 1 ${dx} ${dy}`
  const [across, down] = [width - 2 * r, height - 2 * r]
  return `M${x + r} ${y}h${across}${arc(r, r)}v${down}${arc(-r, r)}h${-across}${arc(-r, -r)}v${-down}${arc(r, -r)}z`
}

/** The shapes of the logo, of which each has a class for its colour. @param {string} svg @returns {Shape[]} */
export function shapesOf(svg) {
  const root = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement
  const shapes = Array.from(root.childNodes)
    .filter((node) => node.nodeType === 1)
    .map((element) => ({
      colour: element.getAttribute('class'),
      path: element.tagName === 'rect' ? pathOfRect(element) : element.getAttribute('d'),
      opacity: number(element, 'opacity', 1),
    }))
  if (shapes.length === 0 || shapes.some(({ colour, path }) => !(colour in LIGHT) || !path))
    throw new Error('The logo has a shape without a colour or a path.')
  return shapes
}

/** @param {Shape[]} shapes @param {Record<Shape['colour'], string>} colours */
export const coloured = (shapes, colours) =>
  shapes.map(({ colour, path, opacity }) => `<path fill="${colours[colour]}" opacity="${opacity}" d="${path}"/>`).join('')

/**
 * Android's vector drawable of the logo, centred in a square.
 * @param {Shape[]} shapes
 * @param {{ size: number, part: number, colours: Record<Shape['colour'], string> }} picture
 */
export function drawableOf(shapes, { size, part, colours }) {
  const viewport = Number((56 / part).toFixed(3))
  const edge = Number(((viewport - 56) / 2).toFixed(3))
  const paths = shapes.map(
    ({ colour, path, opacity }) => `        <path
            android:fillColor="${colours[colour]}"${opacity < 1 ? `\n            android:fillAlpha="${opacity}"` : ''}
            android:pathData="${path}" />`,
  )
  return `<?xml version="1.0" encoding="utf-8"?>
<!-- Made by scripts/native-images.mjs. -->
<vector xmlns:android="http://schemas.android.com/apk/res/android"
    android:width="${size}dp"
    android:height="${size}dp"
    android:viewportWidth="${viewport}"
    android:viewportHeight="${viewport}">
    <group
        android:translateX="${edge}"
        android:translateY="${edge}">
${paths.join('\n')}
    </group>
</vector>
`
}
