import { settle } from '../support/in-page.ts'
import { DEMO_PASSWORD } from '../support/session.ts'

/** A function of the page: it is sent as its own text, so it refers to nothing outside itself. */
type InPage<A, R> = (arg: A) => R | Promise<R>

interface Size {
  readonly width: number
  readonly height: number
}

/** What a browser does for a journey here, in whichever engine: the one page of one person, who has cookies of their own. */
export interface Driver {
  /** Goes there; returns once the document was read. */
  open(url: string): Promise<void>
  evaluate<A, R>(work: InPage<A, R>, arg: A): Promise<R>
  /** The size of the page, without what the browser shows around it. */
  resize(size: Size): Promise<void>
  /** A press of the pointer at a place in the window. */
  pressAt(x: number, y: number): Promise<void>
  /** Presses these keys, in what has the focus. */
  type(text: string): Promise<void>
  /** The script errors and console errors since the last call. */
  takeErrors(): Promise<string[]>
}

/** A browser engine that runs on this machine. */
export interface Engine {
  /** A browser of a new person. */
  open(): Promise<Driver>
  /** Ends it with all its browsers. */
  close(): Promise<void>
}

/** Something to press: the first visible one of these elements that has this text. */
interface Target {
  readonly selector: string
  readonly text: string
}

/** In the page: the middle of it, once a pointer would hit it there. */
function pointOf({ selector, text }: Target) {
  const pages = document.querySelectorAll('ion-router-outlet > .ion-page:not(.ion-page-hidden):not(.ion-page-invisible)')
  const root = document.querySelector('ion-modal:not(.overlay-hidden)') ?? pages[pages.length - 1] ?? document.body
  const found = [...root.querySelectorAll<HTMLElement>(selector)].find(
    (element) => element.checkVisibility() && element.innerText.includes(text),
  )
  if (!found) return null
  found.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, top, width, height } = found.getBoundingClientRect()
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)]
  return found.contains(document.elementFromPoint(x, y)) ? { x, y } : null
}

const WAIT_MS = 60_000
const POLL_MS = 50

/** In the page: what a person sees instead of what was waited for. */
const describe = () => `${location.pathname}${location.search} shows: ${document.body.innerText.replace(/\s+/g, ' ').slice(0, 500)}`

/** A person in a browser of any engine. */
export class Person {
  readonly driver: Driver
  private readonly url: string

  constructor(driver: Driver, url: string) {
    this.driver = driver
    this.url = url
  }

  open(path: string): Promise<void> {
    return this.driver.open(new URL(path, this.url).href)
  }

  /** Waits until the page returns something else than nothing. */
  async waitFor<A, R>(what: string, work: InPage<A, R>, arg: A): Promise<NonNullable<R>> {
    const until = Date.now() + WAIT_MS
    // While one document takes the place of another there is nothing to ask.
    const look = () => this.driver.evaluate(work, arg).catch(() => undefined)
    let found = await look()
    while (!found) {
      if (Date.now() > until) throw new Error(`Not within a minute: ${what}. ${await this.driver.evaluate(describe, undefined)}`)
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      found = await look()
    }
    return found
  }

  async press(selector: string, text = ''): Promise<void> {
    const what = `${selector} “${text}” can be pressed`
    await this.waitFor(what, pointOf, { selector, text })
    // What was scrolled to it may still move.
    await this.settle()
    const { x, y } = await this.waitFor(what, pointOf, { selector, text })
    await this.driver.pressAt(x, y)
  }

  async fill(selector: string, text: string): Promise<void> {
    await this.press(selector)
    await this.driver.type(text)
  }

  /** Not by `innerText`: Firefox leaves out what is below the window where the style sheet lets it render later (`content-visibility`). */
  async read(text: string): Promise<void> {
    const isShown = (words: string) =>
      [...document.querySelectorAll('body *')].some(
        (element) => element.childElementCount === 0 && element.textContent?.includes(words) && element.checkVisibility(),
      )
    await this.waitFor(`“${text}” is shown`, isShown, text)
  }

  settle(): Promise<void> {
    return this.driver.evaluate(settle, undefined)
  }

  /** By the login page, as a person does. */
  async logIn(email: string): Promise<void> {
    await this.open('/login')
    await this.fill('#login-email', email)
    await this.fill('#login-password', DEMO_PASSWORD)
    await this.press('form ion-button[type="submit"]')
    await this.waitFor('the login page is left', () => location.pathname !== '/login', undefined)
    await this.settle()
  }
}
