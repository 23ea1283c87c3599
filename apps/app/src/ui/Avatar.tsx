import { AVATAR_SIZES, avatarPath } from '@reflet/contract/avatars'
import { useState } from 'react'
import { apiHost } from '../platform/server.ts'
import styles from './Avatar.module.css'

interface Named {
  first_name: string
  last_name: string
  avatar_url?: string | null
}

/** Text on tint, each pair ≥ 4.5:1 in both colour schemes. */
const TINTS = [
  ['var(--tint)', 'var(--primary)'],
  ['var(--others-tint)', 'var(--others)'],
  ['var(--self-tint)', 'var(--self)'],
  ['var(--success-tint)', 'var(--success)'],
  ['var(--danger-tint)', 'var(--danger)'],
] as const

const graphemes = new Intl.Segmenter()
const firstLetter = (word: string) => graphemes.segment(word.trim()).containing(0)?.segment ?? ''

const tintOf = (name: string) => {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return TINTS[sum % TINTS.length] ?? TINTS[0]
}

const PATH = /^\/avatars\/([\w-]+)\//

/** The picture in all its sizes (srcset). */
function sources(url: string) {
  const id = PATH.exec(url)?.[1]
  return id ? AVATAR_SIZES.map((size) => `${apiHost()}${avatarPath(id, size)} ${size}w`).join(', ') : undefined
}

/** Grows with the text size, up to 1.5 times: the text beside it needs the space more. */
const grown = (size: number) => `min(${size / 16}rem, ${size * 1.5}px)`

/** Decoration beside a visible name, hence hidden from screen readers. Initials without a picture, or if it fails to load. */
export function Avatar({ person, size = 40 }: { person: Named; size?: number }) {
  const [missing, setMissing] = useState<string>()
  const url = person.avatar_url
  const side = grown(size)
  const box = { inlineSize: side, blockSize: side }
  if (url && url !== missing) {
    return (
      <img
        className={`${styles.avatar} avatar`}
        src={apiHost() + url}
        srcSet={sources(url)}
        sizes={`${size}px`}
        alt=""
        style={box}
        loading="lazy"
        onError={() => setMissing(url)}
      />
    )
  }
  const [background, color] = tintOf(person.first_name + person.last_name)
  return (
    <span
      className={`${styles.avatar} avatar`}
      aria-hidden="true"
      style={{ ...box, background, color, fontSize: grown(Math.round(size * 0.38)) }}
    >
      {(firstLetter(person.first_name) + firstLetter(person.last_name)).toUpperCase() || '·'}
    </span>
  )
}
