/**
 * What is wrong with a page, found in the page: each function is sent as its own text to whichever browser engine shows it, so it refers to
 * nothing outside itself.
 */

/** Waits until the fonts are there, and three frames in a row look the same. */
export async function settle(): Promise<void> {
  await document.fonts.ready
  const look = () => {
    const boxes = [...document.querySelectorAll('.ion-page:not(.ion-page-hidden) *, ion-modal *, ion-alert *, main *')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return x + 3 * y + 5 * width + 7 * height
    })
    return `${boxes.length} ${boxes.reduce((sum, box) => sum + box, 0)}`
  }
  let before = ''
  for (let frames = 0, same = 0; same < 3; frames++) {
    if (frames > 600) throw new Error('the page does not stop moving')
    await new Promise(requestAnimationFrame)
    const now = look()
    same = now === before ? same + 1 : 0
    before = now
  }
}

/**
 * Boxes outside the window, cut texts, hidden texts that show, texts against the direction of the page, names that break inside a word, a list that
 * scrolls inside the page, a page that was not opened at its top.
 */
export type Kind = 'outside' | 'cut' | 'shown' | 'turned' | 'broken' | 'nested' | 'scrolled'

/** The problems of these kinds in the open sheet, else in the page on top. */
export function problemsInPage(kinds: readonly Kind[]): string[] {
  const root =
    document.querySelector('ion-modal:not(.overlay-hidden)') ??
    [...document.querySelectorAll('ion-router-outlet > .ion-page:not(.ion-page-hidden)')].at(-1) ??
    document.body
  const nameOf = (element: Element) => `${element.tagName.toLowerCase()}.${element.className}`
  const beginningOf = (node: Node) => `“${node.textContent?.trim().slice(0, 40)}”`
  // A title is in a shadow tree.
  const within = (from: Element | ShadowRoot): Element[] =>
    [...from.querySelectorAll('*')].flatMap((element) => [element, ...(element.shadowRoot ? within(element.shadowRoot) : [])])
  const scrollers = () => [document.documentElement, ...within(root).filter((element) => element.classList.contains('inner-scroll'))]

  function outside() {
    const width = document.documentElement.clientWidth
    const found = [...root.querySelectorAll('*')].filter((element) => {
      if (element.closest('.visually-hidden, svg svg, ion-menu, [aria-hidden="true"]')) return false
      const { left, right, width: own, height } = element.getBoundingClientRect()
      return own > 0 && height > 0 && (left < -1 || right > width + 1)
    })
    const sideways = document.documentElement.scrollWidth - width
    return [
      ...found.slice(0, 5).map((element) => `${nameOf(element)} is outside`),
      ...(sideways > 0 ? [`scrolls sideways by ${sideways} px`] : []),
    ]
  }

  function cut() {
    const found = within(root).filter((element) => {
      if (element.closest('.visually-hidden, svg, ion-menu, select, input, textarea, [aria-hidden="true"]')) return false
      if (element.clientWidth < 2 || !element.textContent?.trim()) return false
      const style = getComputedStyle(element)
      // Only for screen readers.
      if (style.clipPath !== 'none') return false
      const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
      return (
        (hides(style.overflowX) && element.scrollWidth > element.clientWidth + 2) ||
        (hides(style.overflowY) && element.scrollHeight > element.clientHeight + 4)
      )
    })
    return found.slice(0, 5).map((element) => `${nameOf(element)} cuts ${beginningOf(element)}`)
  }

  /** A box of a hidden text is as large as that of any other: only what a pointer would hit there says whether it shows. */
  function shown() {
    const isSeen = (hidden: Element, text: Node) => {
      const range = document.createRange()
      range.selectNodeContents(text)
      return [...range.getClientRects()].some(({ left, top, width, height }) =>
        hidden.contains(document.elementFromPoint(left + width / 2, top + height / 2)),
      )
    }
    const found: string[] = []
    const places = scrollers().map((scroller) => ({ scroller, top: scroller.scrollTop }))
    for (const hidden of root.querySelectorAll('.visually-hidden')) {
      // Nothing outside the window is hit.
      hidden.parentElement?.scrollIntoView({ block: 'center', behavior: 'instant' })
      const texts = document.createTreeWalker(hidden, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text; text = texts.nextNode())
        if (text.textContent?.trim() && isSeen(hidden, text)) found.push(`${beginningOf(text)} is hidden and shows`)
    }
    for (const { scroller, top } of places) scroller.scrollTop = top
    return found.slice(0, 5)
  }

  function scrolled() {
    return scrollers().flatMap(({ scrollTop }) => (scrollTop > 0 ? [`was opened ${Math.round(scrollTop)} px below its top`] : []))
  }

  /** A text of the page's own script in the other direction: its full stop is at the wrong end. A drawing has its own. */
  function turned() {
    const page = getComputedStyle(document.documentElement).direction
    const found = within(root).filter((element) => {
      if (element.closest('svg, input, textarea') || getComputedStyle(element).direction === page) return false
      const own = [...element.childNodes].map((node) => (node instanceof Text ? node.data : '')).join('')
      const first = /\p{L}/u.exec(own)?.[0]
      return first !== undefined && /\p{Script=Arabic}/u.test(first) === (page === 'rtl')
    })
    return found.slice(0, 5).map((element) => `${nameOf(element)} turns ${beginningOf(element)}`)
  }

  /** A name is never hyphenated. An address may break anywhere. */
  function broken() {
    const found: string[] = []
    for (const name of root.querySelectorAll('bdi, strong')) {
      if (name.closest('.visually-hidden') || name.textContent?.includes('@')) continue
      const texts = document.createTreeWalker(name, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        if (getComputedStyle(text.parentElement ?? name).hyphens === 'auto') continue
        for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[\p{L}\p{M}]{2,}/gu)) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          const lines = [...range.getClientRects()].filter(({ width }) => width > 0)
          if (lines.some(({ top, height }) => top > (lines[0]?.top ?? 0) + height / 2)) found.push(`breaks “${word}”`)
        }
      }
    }
    return found.slice(0, 5)
  }

  /** A row at its edge is cut, and a wheel over it does not scroll the page. */
  function nested() {
    const found = [...root.querySelectorAll('ion-content *')].filter((element) => {
      const scrolls = /auto|scroll/.test(getComputedStyle(element).overflowY) && element.tagName !== 'TEXTAREA'
      return scrolls && element.scrollHeight > element.clientHeight + 2
    })
    return found.map((element) => `${nameOf(element)} scrolls inside the page`)
  }

  const find = { outside, cut, shown, turned, broken, nested, scrolled }
  return kinds.flatMap((kind) => find[kind]())
}

/** Where a screen must be, in which language, and whether it may show an error. */
export interface Expected {
  /** `null` where the app itself goes on. */
  readonly path: string | null
  readonly locale: string
  readonly error: boolean
}

/** Another place than the one that was opened, another language, an error. */
export function misplaced({ path, locale, error }: Expected): string[] {
  const pages = document.querySelectorAll('ion-router-outlet > .ion-page:not(.ion-page-hidden):not(.ion-page-invisible)')
  const alerts = error ? [] : [...(pages[pages.length - 1]?.querySelectorAll('.notice[role="alert"]') ?? [])]
  return [
    ...(path !== null && location.pathname !== path ? [`went on to ${location.pathname}`] : []),
    ...(document.documentElement.lang === locale ? [] : [`is in the language “${document.documentElement.lang}”`]),
    ...alerts.map((alert) => `shows an error: ${alert.textContent}`),
  ]
}
