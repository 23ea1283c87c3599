import { useCallback, useEffect, useRef, useState } from 'react'
import { currentUserId } from './identity.ts'
import { quick, storage } from './storage.ts'

const PREFIX = 'draft:'
const DELAY = 300

/** Drafts without an account hang on the link of a mail. Only a fingerprint of it names them: the link itself is a key. */
export interface MailLink {
  token: string
  /** Where one link leads to several answers. */
  feedbackId?: string
}

export interface GuestLink extends MailLink {
  feedbackId: string
}

/** cyrb53: names a record, proves nothing. */
export function fingerprint(text: string) {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    a = Math.imul(a ^ unit, 2654435761)
    b = Math.imul(b ^ unit, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36)
}

const owner = (guest?: MailLink) =>
  guest ? ['guest', fingerprint(guest.token), guest.feedbackId].filter(Boolean).join('-') : (currentUserId() ?? 'nobody')

const nameOf = (key: string, guest?: MailLink) => `${PREFIX}${owner(guest)}:${key}`

/** A closing page may not wait for a database: what was typed last is parked, and moved when the draft is read again. */
const park = (name: string, value: unknown) => quick.set(name, JSON.stringify(value))

async function read<T>(name: string): Promise<T | null> {
  const parked = quick.get(name)
  if (parked === null) return storage.get<T>(name)
  const value = JSON.parse(parked) as T
  await storage.set(name, value)
  // What was parked meanwhile is newer.
  if (quick.get(name) === parked) quick.set(name, null)
  return value
}

async function erase(name: string) {
  quick.set(name, null)
  await storage.remove(name)
}

export interface Draft<T> {
  value: T
  /** Takes the new value, or a function of the old one. */
  set(next: T | ((value: T) => T)): void
  /** After success: forgets what was kept and goes back to `initial` (or to the value given). */
  clear(value?: T): void
  /** The kept draft has been looked for; before that, show a skeleton rather than empty fields. */
  ready: boolean
  /** It was found: tell the person that their words are back. */
  restored: boolean
}

/**
 * Keeps any JSON value that is being written on this device: saved as typed, read back after a reload, kept through errors and an
 * expired session, forgotten by `clear` and by logging out.
 */
export function useDraft<T>(key: string, initial: T, guest?: MailLink): Draft<T> {
  const name = nameOf(key, guest)
  const [state, setState] = useState({ value: initial, ready: false, restored: false })
  const pending = useRef<{ name: string; value: T; timer: number } | undefined>(undefined)
  const latest = useRef(state.value)
  const first = useRef(initial)
  first.current = initial

  useEffect(() => {
    let current = true
    latest.current = first.current
    setState({ value: first.current, ready: false, restored: false })
    void read<T>(name).then((kept) => {
      // Somebody who typed before the database answered wins over it.
      if (!current || pending.current) return
      latest.current = kept ?? first.current
      setState({ value: latest.current, ready: true, restored: kept !== null })
    })
    const flush = () => {
      const waiting = pending.current
      if (!waiting) return
      window.clearTimeout(waiting.timer)
      pending.current = undefined
      park(waiting.name, waiting.value)
      void read(waiting.name)
    }
    const onHide = () => document.visibilityState === 'hidden' && flush()
    window.addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', onHide)
    return () => {
      current = false
      flush()
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', onHide)
    }
  }, [name])

  const set = useCallback<Draft<T>['set']>(
    (next) => {
      const value = typeof next === 'function' ? (next as (value: T) => T)(latest.current) : next
      latest.current = value
      window.clearTimeout(pending.current?.timer)
      const timer = window.setTimeout(() => {
        // Until the device says that it has it, a closing page parks it too.
        void storage.set(name, value).then(() => {
          if (pending.current?.timer === timer) pending.current = undefined
        })
      }, DELAY)
      pending.current = { name, value, timer }
      setState((state) => ({ ...state, value, ready: true }))
    },
    [name],
  )

  const clear = useCallback<Draft<T>['clear']>(
    (value = first.current) => {
      window.clearTimeout(pending.current?.timer)
      pending.current = undefined
      latest.current = value
      setState({ value, ready: true, restored: false })
      void erase(name)
    },
    [name],
  )

  return { ...state, set, clear }
}

/** Puts words back where their form finds them. */
export async function putDraft(key: string, value: unknown): Promise<void> {
  const name = nameOf(key)
  quick.set(name, null)
  await storage.set(name, value)
}

/** Logging out on purpose leaves nothing of this person's writing on the device. */
export async function wipeDrafts(userId: string) {
  const mine = `${PREFIX}${userId}:`
  const names = [...(await storage.keys()), ...quickNames()].filter((name) => name.startsWith(mine))
  await Promise.all(names.map(erase))
}

function quickNames() {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}
