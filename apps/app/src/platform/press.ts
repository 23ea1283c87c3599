import { store, useStore } from './store.ts'

/** Of a press whose end the browser does not report. */
const LONGEST_MS = 10_000
/** The click of a touch comes after its pointer has left. */
const CLICK_MS = 100

const isPressed = store(false)
const waiting: (() => void)[] = []
let timer: number | undefined

function end() {
  isPressed.set(false)
  for (const run of waiting.splice(0)) run()
}

function endIn(ms: number) {
  window.clearTimeout(timer)
  if (isPressed.get()) timer = window.setTimeout(end, ms)
}

/** Called once. */
export function watchPress() {
  const begin = ({ isPrimary, button }: PointerEvent) => {
    if (!isPrimary || button !== 0) return
    isPressed.set(true)
    endIn(LONGEST_MS)
  }
  window.addEventListener('pointerdown', begin, true)
  for (const type of ['pointerup', 'pointercancel'] as const) window.addEventListener(type, () => endIn(CLICK_MS), true)
  window.addEventListener('click', () => endIn(0), true)
}

/** Whether a pointer is pressed; the press ends after its click. */
export const usePressed = () => useStore(isPressed)

/** Runs it in a task of its own, but never during a press: a browser sends no click when what is under the pointer moves meanwhile. */
export const afterPress = (run: () => void) =>
  void window.setTimeout(() => {
    if (isPressed.get()) waiting.push(run)
    else run()
  })
