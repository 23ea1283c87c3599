import type { Download, Locator } from '@playwright/test'
import { hold } from '../support/hold.ts'
import { Screen } from '../support/screen.ts'

/** My badges: published, to publish, on their way. */
export class Badges extends Screen {
  readonly published = this.region('badges.published').getByRole('listitem')
  readonly earnable = this.region('badges.earnable').getByRole('listitem')
  readonly onTheWay = this.region('badges.progress').getByRole('article')

  async open(): Promise<void> {
    await this.page.goto('/badge-home')
  }

  /** The badge of a skill on its way. */
  way(skill: string): Locator {
    return this.onTheWay.filter({ hasText: skill })
  }

  async askManager(): Promise<void> {
    await this.link('badges.lists.manager').click()
    await this.page.waitForURL(/badge-add-manager/)
  }

  /** Fresh data arrive during the press, and move what is pressed. */
  async chooseWhom(skill: string): Promise<void> {
    const lists = '**/api/users/*/hierarchical'
    const release = await hold(this.page, lists)
    await this.open()
    await this.way(skill)
      .getByRole('link', { name: this.say('badges.ask') })
      .hover()
    await this.page.mouse.down()
    const fresh = this.page.waitForResponse(lists)
    release()
    await (await fresh).finished()
    await this.page.mouse.up()
    await this.page.waitForURL(/badge-contacts/)
    await this.page.unroute(lists)
  }
}

/** The people to ask for what is missing. */
export class BadgeContacts extends Screen {
  readonly people = this.label('checkbox')

  best(name: string): Locator {
    return this.label('checkbox', new RegExp(name), this.region('badges.contacts.best'))
  }

  async ask(people: number): Promise<void> {
    await this.button('badges.contacts.submit', { count: people, n: people }).click()
    await this.page.waitForURL(/my-skills\?step=words/)
  }
}

export class PublishBadges extends Screen {
  readonly preview = this.top.locator('section[aria-live]')

  shownAs(name: string): Locator {
    return this.label('radio', name)
  }

  /** Says from when the name can be on a badge. */
  get unconfirmed(): Locator {
    return this.top.getByText(this.opening('badges.publish.unconfirmed', 'date'))
  }

  action(count: number): Locator {
    return this.button('badges.publish_all', { count, n: count })
  }

  async publish(count: number): Promise<void> {
    await this.action(count).click()
  }
}

/** One published badge. */
export class OneBadge extends Screen {
  async download(format: 'png' | 'svg' | 'json' | 'jwt'): Promise<Download> {
    const coming = this.page.waitForEvent('download')
    await this.link(`badges.format.${format}`).click()
    return coming
  }

  async mail(): Promise<void> {
    await this.button('badges.one.email').click()
  }

  async toLinkedIn(): Promise<void> {
    await this.link('badges.one.linkedin').click()
    await this.page.waitForURL(/badge-publish-linkedin\?/)
  }

  async remove(): Promise<void> {
    await this.button('badges.one.delete').click()
    await this.confirm('badges.one.delete_confirm')
  }
}

/** The text of a post, and its check. */
export class LinkedInPost extends Screen {
  readonly words = this.field('badges.linkedin.text')
  readonly post = this.top.locator('blockquote')
  readonly open = this.link('badges.validate.open')
  readonly addToProfile = this.link('badges.validate.profile')

  async check(): Promise<void> {
    await this.button('badges.linkedin.next').click()
  }
}
