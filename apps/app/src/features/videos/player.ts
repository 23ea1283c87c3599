/** The playback speeds. */
export const SPEEDS: readonly number[] = [0.5, 0.75, 1, 1.25, 1.5, 2]

/** The next faster or slower one, within the list. */
export function nextSpeed(speed: number, step: 1 | -1): number {
  const place = SPEEDS.indexOf(speed)
  return SPEEDS[Math.min(Math.max(place + step, 0), SPEEDS.length - 1)] ?? speed
}

/** Seconds as minutes and seconds: 75 → 1:15. */
export const asTime = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

/** An address of this server without its signature, which differs in each list; another one as it is. */
export const unsigned = (src: string) => (src.startsWith('/') ? src.replace(/\?.*/, '') : src)

/** Without an exception when loading it again interrupts it, or it cannot be played: the player shows that itself. */
export const play = (player: HTMLMediaElement) => void player.play().catch(() => undefined)

export interface Cue {
  start: number
  text: string
}

/** The action of a key; the shortcuts are those common on the web. */
export type Command = 'toggle' | 'back' | 'forward' | 'mute' | 'fullscreen' | 'captions' | 'slower' | 'faster'

const KEYS: Readonly<Record<string, Command>> = {
  ' ': 'toggle',
  k: 'toggle',
  j: 'back',
  l: 'forward',
  ArrowLeft: 'back',
  ArrowRight: 'forward',
  m: 'mute',
  f: 'fullscreen',
  c: 'captions',
  '<': 'slower',
  '>': 'faster',
}

export const commandOf = (key: string): Command | undefined => KEYS[key.length === 1 ? key.toLowerCase() : key]
