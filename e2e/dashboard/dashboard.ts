import type { Locator } from '@playwright/test'
import type { Mirror } from '@reflet/contract/statistics'
import { Screen } from '../support/screen.ts'

/** Figures over a period, and the answers behind them. */
abstract class Figures extends Screen {
  readonly period = this.top.getByRole('combobox', { name: this.say('period.label') })
  /** Which answers are shown. */
  readonly filter = this.top.getByRole('combobox', { name: this.say('answers.filter.label') })
  readonly chosenFilter = this.filter.getByRole('option', { selected: true })
  readonly answers = this.region('dashboard.answers').getByRole('article')
  /** Confidential answers have no author and no actions. */
  readonly namedAnswers = this.answers.filter({ has: this.page.getByRole('link') })
  /** Where a filter leaves out the confidential answers, the reason. */
  readonly namedOnly = this.text('answers.filter.named_only')

  /** The line below the author: relation, then time. */
  facts(answers: Locator = this.answers): Locator {
    return answers.locator('header .quiet')
  }

  answer(words: string): Locator {
    return this.answers.filter({ hasText: words })
  }

  /** To the rating of an answer that is not rated yet. */
  async rate(words: string): Promise<void> {
    await this.answer(words)
      .getByRole('link', { name: this.say('answers.rate') })
      .click()
  }
}

/** All skills as a radar and as a list. */
export class Dashboard extends Figures {
  private readonly skills = this.region('dashboard.skills')
  /** The drawing of the radar: the table says the same. */
  readonly radar = this.skills.getByRole('figure').locator('svg')
  readonly radarTable = this.skills.getByRole('table', { name: this.say('radar.caption') })
  /** Every skill, what differs most first. */
  readonly rows = this.skills.getByTestId('skill-card').and(this.page.getByRole('listitem'))
  /** Others' view and my own, drawn on one scale. */
  readonly scales = this.skills.getByRole('img', { name: this.opening('dashboard.scale', 'others', 'self') })
  /** What the two views say, with a skill of each kind as evidence. */
  readonly insights = this.skills.getByTestId('insights')
  /** How many answers are new. */
  readonly fresh = this.skills.getByRole('status')
  readonly failure = this.top.getByRole('alert')
  readonly askForFeedback = this.link('home.ask')

  async open(): Promise<void> {
    await this.page.goto('/dashboard')
  }

  /** Only the skills with this relation between others' view and mine. */
  async showState(mirror: Mirror, count: number): Promise<void> {
    await this.top.getByRole('button', { name: `${this.say(`mirror.${mirror}.label`)} (${count})`, exact: true }).click()
  }

  /** An axis of the radar: it filters the words. */
  axis(skill: string): Locator {
    return this.skills.getByRole('figure').getByRole('button', { name: skill, exact: true })
  }

  /** Which skill the words are about, after an axis was pressed. */
  readonly about = this.top.getByTestId('about')

  row(skill: string): Locator {
    return this.rows.filter({ has: this.page.getByText(skill, { exact: true }) })
  }

  /** The distributions of the ratings, with each score. */
  spreads(within: Locator = this.rows): Locator {
    return within.getByRole('img', { name: this.opening('dashboard.spread', 'counts') })
  }

  /** The dates of the newest answers, with each score. */
  newest(within: Locator = this.rows): Locator {
    return within.getByText(this.opening('dashboard.newest', 'date'))
  }

  get markAllRead(): Locator {
    return this.fresh.getByRole('button', { name: this.say('home.read_all') })
  }

  /** Answers “I haven’t seen it”, in one line. */
  readonly notObserved = this.region('dashboard.answers').getByTestId('not-observed')

  /** To the reader of new answers. */
  get readFresh(): Locator {
    return this.fresh.getByRole('link')
  }

  async retry(): Promise<void> {
    await this.failure.getByRole('button', { name: this.say('common.retry') }).click()
  }
}

/** One skill, with its figures and every answer about it. */
export class SkillPage extends Figures {
  async open(skillId: string): Promise<void> {
    await this.page.goto(`/skill-statistics/${skillId}`)
  }

  /** Others' mean, with the number of ratings behind it. */
  mean(ratings: number): Locator {
    return this.region('skill.figures')
      .getByRole('paragraph')
      .filter({ hasText: this.say('skill.others', { count: ratings, n: ratings }) })
  }
}
