import { useCallback, useEffect, useRef, useState } from 'react'
import { currentUserId } from './current-user.ts'
import { DRAFT_PREFIX, draftNames, eraseDraft } from './draft-records.ts'
import { quick } from './quick.ts'
import { storage } from './storage.ts'
import { store, useStore } from './store.ts'

const DELAY = 300

/** Drafts without an account belong to the link of a mail. They are named by its hash: the link itself is a secret. */
export interface MailLink {
  token: string
  /** For a link to several answers. */
  feedbackId?: string
}

export interface GuestLink extends MailLink {
  feedbackId: string
}

/** cyrb53: a non-cryptographic hash for record names. */
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

const nameOf = (key: string, guest?: MailLink) => `${DRAFT_PREFIX}${owner(guest)}:${key}`

/** A closing page cannot wait for a database: the last input is stored in localStorage, and moved when the draft is read again. */
const park = (name: string, value: unknown) => quick.set(name, JSON.stringify(value))

async function read<T>(name: string): Promise<T | null> {
  const parked = quick.get(name)
  if (parked === null) return storage.get<T>(name)
  const value = JSON.parse(parked) as T
  await storage.set(name, value)
  // The stored input is newer.
  if (quick.get(name) === parked) quick.set(name, null)
  return value
}

export interface Draft<T> {
  value: T
  /** Accepts the new value, or a function of the old one. */
  set(next: T | ((value: T) => T)): void
  /** After success: deletes the draft and resets to `initial` (or to the given value). */
  clear(value?: T): void
  /** The draft has been read; before that, show a skeleton instead of empty fields. */
  ready: boolean
  /** A draft was found: show that it was restored. */
  restored: boolean
}

/** The mounted forms by record name: a page stays mounted behind another one, and would otherwise overwrite a draft that was put there. */
const mounted = new Map<string, Set<(value: unknown) => void>>()

function whileMounted(name: string, take: (value: unknown) => void): () => void {
  const takers = mounted.get(name) ?? new Set()
  mounted.set(name, takers.add(take))
  return () => {
    takers.delete(take)
    if (takers.size === 0) mounted.delete(name)
  }
}

/**
 * Stores any JSON value of a form on this device: saved while typing, restored after a reload, kept through errors and an expired session,
 * deleted by `clear` and by logging out.
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
      // Input before the database has responded takes precedence.
      if (!current || pending.current) return
      latest.current = kept ?? first.current
      setState({ value: latest.current, ready: true, restored: kept !== null })
    })
    const unmount = whileMounted(name, (value) => {
      current = false
      window.clearTimeout(pending.current?.timer)
      pending.current = undefined
      latest.current = value as T
      setState({ value: value as T, ready: true, restored: true })
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
      unmount()
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
        // Until the write is confirmed, a closing page also uses localStorage.
        void storage.set(name, value).then(() => {
          if (pending.current?.timer === timer) pending.current = undefined
          noteWrite()
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
      void eraseDraft(name).then(noteWrite)
    },
    [name],
  )

  return { ...state, set, clear }
}

/** Counts the writes and deletions of drafts. */
const writes = store(0)
const noteWrite = () => writes.set(writes.get() + 1)

/** The ends of the keys with this start of which this person has a draft on this device. */
export function useDraftKeys(start: string): ReadonlySet<string> {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const count = useStore(writes)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again after each write
  useEffect(() => {
    let current = true
    const prefix = nameOf(start)
    void draftNames().then((names) => {
      if (current) setKeys(new Set(names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length))))
    })
    return () => {
      current = false
    }
  }, [start, count])
  return keys
}

/** Whether this person has a draft under this key on this device. */
export const hasDraft = async (key: string): Promise<boolean> => (await draftNames()).includes(nameOf(key))

/** Restores a text into its form's draft, also where the form is mounted behind the current page. False when the device could not store it. */
export async function putDraft(key: string, value: unknown): Promise<boolean> {
  const name = nameOf(key)
  for (const take of mounted.get(name) ?? []) take(value)
  quick.set(name, null)
  await storage.set(name, value)
  noteWrite()
  return JSON.stringify(await storage.get(name)) === JSON.stringify(value)
}
