import { type Locator, type Page, test } from '@playwright/test'

interface Counted {
  taps: number
  characters: number
}

/** Runs in the page: reports each tap or press of Enter, and each character that was entered into a text field. */
const watchInput = () => {
  const report = (window as unknown as { countWalked: (counted: { taps: number; characters: number }) => Promise<void> }).countWalked
  const lengths = new WeakMap<EventTarget, number>()
  const isText = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && !['checkbox', 'radio', 'file', 'range'].includes(target.type))
  // Of the document: a press that finds its target moved is ended by Playwright at the window, and done again.
  document.addEventListener('pointerdown', ({ isTrusted }) => isTrusted && void report({ taps: 1, characters: 0 }), true)
  addEventListener('keydown', ({ isTrusted, key }) => isTrusted && key === 'Enter' && void report({ taps: 1, characters: 0 }), true)
  addEventListener('focusin', ({ target }) => isText(target) && !lengths.has(target) && lengths.set(target, target.value.length), true)
  addEventListener(
    'input',
    ({ target }) => {
      if (!isText(target)) return
      const added = target.value.length - (lengths.get(target) ?? 0)
      lengths.set(target, target.value.length)
      if (added > 0) void report({ taps: 0, characters: added })
    },
    true,
  )
}

/**
 * What a walk through the product costs: taps (presses of Enter included) and typed characters, counted from the browser's own events of every
 * page that is opened from now on. `print` writes them beside their limits; the journey itself compares them.
 */
export class Walk {
  readonly counted: Counted = { taps: 0, characters: 0 }

  static async begin(page: Page): Promise<Walk> {
    const walk = new Walk()
    await page.exposeFunction('countWalked', ({ taps, characters }: Counted) => {
      walk.counted.taps += taps
      walk.counted.characters += characters
    })
    await page.addInitScript(watchInput)
    return walk
  }

  /** A person taps a field before typing, unless the page has focused it. */
  async type(field: Locator, text: string): Promise<void> {
    if (!(await field.evaluate((element) => element === document.activeElement))) await field.click()
    await field.fill(text)
  }

  print(name: string, limits: Partial<Counted>): void {
    const { taps, characters } = this.counted
    const of = (count: number, limit: number | undefined) => (limit === undefined ? `${count}` : `${count} of at most ${limit}`)
    const line = `${name}: ${of(taps, limits.taps)} taps, ${of(characters, limits.characters)} typed characters`
    test.info().annotations.push({ type: 'walk', description: line })
    console.log(`\n  ${line}`)
  }
}
