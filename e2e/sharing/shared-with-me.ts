import type { Locator } from '@playwright/test'
import { expect } from '../support/journey.ts'
import { Screen } from '../support/screen.ts'

/** What people whose manager I am let me read. */
export class SharedWithMe extends Screen {
  private readonly empty = this.top.getByRole('heading', { name: this.say('shared.empty') })
  private readonly loading = this.top.getByRole('status').filter({ hasText: this.say('common.loading') })

  async open(): Promise<void> {
    await this.page.goto('/shared-with-me')
  }

  /** The answers of one person. */
  answersOf(name: string): Locator {
    return this.top.getByRole('region', { name }).getByRole('article')
  }

  /** The page is complete, and nothing on it is this person's. */
  async expectNothingOf(name: string): Promise<void> {
    await expect(this.empty.or(this.top.getByRole('article')).first()).toBeVisible()
    await expect(this.loading).toHaveCount(0)
    await expect(this.top.getByRole('region', { name })).toHaveCount(0)
  }
}
