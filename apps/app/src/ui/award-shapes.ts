import { AWARD_ICONS } from '@reflet/contract/awards'

/** One stroke of a drawing on 96 × 96: indigo is the giver, teal the receiver. The page and the shared picture use the same. */
export interface Shape {
  readonly d: string
  readonly tone: 'act' | 'back'
  readonly filled?: true
}

type AwardIcon = (typeof AWARD_ICONS)[number]

const SHAPES: Record<AwardIcon, readonly Shape[]> = {
  star: [
    { d: 'M48 18L56.5 38.3L78.4 40.1L61.8 54.5L66.8 75.9L48 64.5L29.2 75.9L34.2 54.5L17.6 40.1L39.5 38.3z', tone: 'act', filled: true },
    { d: 'M76 14v10M71 19h10M18 70v8M14 74h8', tone: 'back' },
  ],
  heart: [
    { d: 'M44 76C20 59 10 46 10 32a17 17 0 0 1 34 -5a17 17 0 0 1 34 5c0 14 -10 27 -34 44z', tone: 'act', filled: true },
    { d: 'M72 84c-11 -8 -15 -13 -15 -19a7.5 7.5 0 0 1 15 -2.5a7.5 7.5 0 0 1 15 2.5c0 6 -4 11 -15 19z', tone: 'back', filled: true },
  ],
  hands: [
    { d: 'M48 46C38 39 34 34 34 27.5a7.5 7.5 0 0 1 14 -3a7.5 7.5 0 0 1 14 3c0 6.5 -4 11.5 -14 18.5z', tone: 'back', filled: true },
    { d: 'M12 62h10l11 -6h17a6 6 0 0 1 0 12H40M54 65l19 -10a6 6 0 0 1 7 9.5L58 81a10 10 0 0 1 -5 1.5H22H12z', tone: 'act', filled: true },
  ],
  lightbulb: [
    { d: 'M38 68v-7c-9 -5 -15 -13 -15 -22a25 25 0 0 1 50 0c0 9 -6 17 -15 22v7z', tone: 'act', filled: true },
    { d: 'M40 77h16M44 85h8M40 42l8 8l8 -8M48 50v11', tone: 'back' },
  ],
  compass: [
    { d: 'M48 14a34 34 0 1 0 0.01 0z', tone: 'act', filled: true },
    { d: 'M63 33L55 55L33 63L41 41z', tone: 'back', filled: true },
    { d: 'M48 21v4M48 71v4M21 48h4M71 48h4', tone: 'act' },
  ],
  shield: [
    { d: 'M48 12l30 10v22c0 20 -13 33 -30 41c-17 -8 -30 -21 -30 -41V22z', tone: 'act', filled: true },
    { d: 'M34 48l10 10l18 -20', tone: 'back' },
  ],
  rocket: [
    { d: 'M33 50l-13 11v14l13 -8zM63 50l13 11v14l-13 -8z', tone: 'act' },
    { d: 'M48 10c11 9 15 22 15 36v22H33V46c0 -14 4 -27 15 -36z', tone: 'act', filled: true },
    { d: 'M48 33a7 7 0 1 0 0.01 0zM40 76l8 12l8 -12', tone: 'back' },
  ],
  leaf: [
    { d: 'M24 70C12 44 34 16 80 16C84 60 54 84 24 70z', tone: 'act', filled: true },
    { d: 'M16 84C24 64 40 48 60 36M38 56v-14M50 45h13', tone: 'back' },
  ],
  puzzle: [
    { d: 'M18 34h17a10 10 0 1 1 16 0h17v16a10 10 0 1 1 0 16v16H18z', tone: 'act', filled: true },
    { d: 'M32 62a12 9 0 0 0 22 0M36 50v0.01M50 50v0.01', tone: 'back' },
  ],
  megaphone: [
    { d: 'M28 58l5 22h11l-5 -19', tone: 'act' },
    { d: 'M16 40l44 -20v56l-44 -19z', tone: 'act', filled: true },
    { d: 'M70 38a13 13 0 0 1 0 21M78 29a26 26 0 0 1 0 39', tone: 'back' },
  ],
}

const isKnown = (icon: string): icon is AwardIcon => AWARD_ICONS.some((one) => one === icon)

/** A type of a newer server is drawn as a star. */
export const shapesOf = (icon: string): readonly Shape[] => SHAPES[isKnown(icon) ? icon : 'star']
