import type { Locator } from '@playwright/test'
import type { Locale } from '@reflet/contract/common'
import { expect } from '../support/journey.ts'
import { Screen } from '../support/screen.ts'

type Rating = 1 | 2 | 3 | 4 | 5

/** The steps of a newcomer, one page each. */
export class Onboarding extends Screen {
  /** Ionic’s own element: no role finds a menu that is closed. */
  readonly menu = this.page.locator('ion-menu')
  readonly footer = this.top.getByRole('contentinfo')
  /** Goes on; its name depends on the step. */
  readonly nextButton = this.footer.getByRole('button').last()
  /** Skills, later people. */
  readonly choices = this.label('checkbox')
  readonly chosen = this.top.getByRole('checkbox', { checked: true })
  readonly rating = this.top.getByRole('group', { name: this.say('self.how_often') })
  /** Back to the skill before. */
  readonly previousButton = this.button('onboarding.self.previous')
  readonly search = this.top.getByRole('searchbox', { name: this.say('ask.people.search') })
  readonly chosenPeople = this.list('ask.people.chosen').getByRole('listitem')
  /** The people who were chosen, each with a form. */
  readonly contacts = this.top.getByRole('listitem').filter({ has: this.page.getByRole('combobox') })

  async next(): Promise<void> {
    await this.nextButton.click()
  }

  async speak(locale: Locale): Promise<void> {
    await this.top.getByRole('combobox', { name: this.say('common.language') }).selectOption(locale)
  }

  /** The button for one of the four slides. */
  slide(place: number): Locator {
    return this.button('onboarding.slides.place', { n: place, total: 4 })
  }

  /** Goes through the four slides, each with the given step. */
  async readSlides(goOn: () => Promise<void>): Promise<void> {
    for (const place of [1, 2, 3, 4]) {
      await expect(this.slide(place)).toHaveAttribute('aria-current', 'true')
      await goOn()
    }
  }

  ratingOf(rating: Rating): Locator {
    return this.choiceOf(rating).getByRole('radio')
  }

  /** The skill that is rated. */
  get skill(): Locator {
    return this.top.getByRole('heading', { level: 2 })
  }

  /** Chooses a rating, which leads to the next skill, or to the next step after the last one. */
  async rate(rating: Rating): Promise<void> {
    await this.choiceOf(rating).click()
  }

  /** Border and background of each rating, once they no longer change. */
  async choiceLooks(): Promise<string[]> {
    const looks = (choices: Element[]) =>
      Promise.all(
        choices.map(async (choice) => {
          await Promise.all(choice.getAnimations().map(({ finished }) => finished))
          const { borderColor, backgroundColor, boxShadow } = getComputedStyle(choice)
          return [borderColor, backgroundColor, boxShadow].join()
        }),
      )
    return this.label('radio', undefined, this.rating).evaluateAll(looks)
  }

  private choiceOf(rating: Rating): Locator {
    return this.label('radio', new RegExp(`^${this.say(`rating.${rating}.label`)}`), this.rating)
  }

  /** The choice of the relation to somebody outside, whose address was typed. */
  relationTo(email: string): Locator {
    return this.top.getByRole('combobox', { name: this.say('onboarding.contacts.relation', { name: email }) })
  }

  relationOf(contact: Locator): Locator {
    return contact.getByRole('combobox')
  }

  firstNameOf(contact: Locator): Locator {
    return contact.getByRole('textbox', { name: this.say('edit_profile.first_name') })
  }
}
