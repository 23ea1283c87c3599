import type { Locator, Page } from '@playwright/test'
import type { Locale } from '@reflet/contract/common'
import { shown } from './journey.ts'
import { type Say, wordsOf } from './words.ts'

type Choice = 'checkbox' | 'radio'
type Values = Parameters<Say>[1]

/** A selector, where a locator cannot be given: in the browser, or as one of several. */
export const testId = (name: string) => `[data-testid="${name}"]`

/** The common part of all screens: elements by role and by the app's text, named by its key. */
export class Screen {
  readonly page: Page
  readonly say: Say

  constructor(page: Page, locale: Locale = 'fr') {
    this.page = page
    this.say = wordsOf(locale)
  }

  /** The page that is on top. */
  get top(): Locator {
    return shown(this.page)
  }

  button(key: string, values?: Values): Locator {
    return this.top.getByRole('button', { name: this.say(key, values), exact: true })
  }

  link(key: string, values?: Values): Locator {
    return this.top.getByRole('link', { name: this.say(key, values), exact: true })
  }

  field(key: string, values?: Values): Locator {
    return this.top.getByRole('textbox', { name: this.say(key, values), exact: true })
  }

  /** A password field has no role. */
  secret(key: string): Locator {
    return this.top.getByLabel(this.say(key), { exact: true })
  }

  region(key: string, values?: Values): Locator {
    return this.top.getByRole('region', { name: this.say(key, values), exact: true })
  }

  list(key: string, values?: Values): Locator {
    return this.top.getByRole('list', { name: this.say(key, values), exact: true })
  }

  /** Ionic's own element around the tab, which receives the press. */
  tab(key: string): Locator {
    return this.top.locator('ion-segment-button').filter({ has: this.page.getByRole('tab', { name: this.say(key), exact: true }) })
  }

  /** A text up to its first placeholder, for where a value is not known. */
  opening(key: string, ...placeholders: string[]): string {
    const [start = ''] = this.say(key, Object.fromEntries(placeholders.map((name) => [name, '\n']))).split('\n')
    if (!start) throw new Error(`${key} begins with a placeholder`)
    return start.trim()
  }

  text(key: string, values?: Values): Locator {
    return this.top.getByText(this.say(key, values), { exact: true })
  }

  /** The label of an option: a person presses it, the input itself is invisible. */
  label(role: Choice, name?: string | RegExp, within: Locator = this.top): Locator {
    return within.locator('label').filter({ has: this.page.getByRole(role, name === undefined ? {} : { name }) })
  }

  /** Presses a button of the open dialog. */
  async confirm(key: string, values?: Values): Promise<void> {
    const dialog = this.page.getByRole('alertdialog').or(this.page.getByRole('dialog')).last()
    await dialog.getByRole('button', { name: this.say(key, values), exact: true }).click()
  }
}
