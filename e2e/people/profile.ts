import type { Locator } from '@playwright/test'
import type { NotificationKind } from '@reflet/contract/people'
import { Screen } from '../support/screen.ts'

/** Who I am, my preferences, my data, and the way out. */
export class Profile extends Screen {
  readonly notifications = this.top.getByRole('heading', { name: this.say('notifications.title'), exact: true })
  readonly switches = this.top.getByRole('switch')
  readonly failure = this.top.getByRole('alert')
  readonly toEdit = this.link('profile.edit')
  readonly exported = this.top.getByRole('status').filter({ hasText: this.opening('export.ready', 'size') })

  async open(): Promise<void> {
    await this.page.goto('/profile')
  }

  /** Name, job, department and company. */
  card(name: string): Locator {
    return this.top.getByRole('region', { name, exact: true })
  }

  async edit(): Promise<void> {
    await this.toEdit.click()
    await this.page.waitForURL(/\/edit-profile/)
  }

  notification(kind: NotificationKind, channel: 'email' | 'push'): Locator {
    const words = { kind: this.say(`notifications.${kind}.label`), channel: this.say(`notifications.channel.${channel}`) }
    return this.top.getByRole('switch', { name: this.say('notifications.switch', words), exact: true })
  }

  async retry(): Promise<void> {
    await this.failure.getByRole('button', { name: this.say('common.retry') }).click()
  }

  async exportData(): Promise<void> {
    await this.button('export.start').click()
  }

  async deleteAccount(): Promise<void> {
    await this.link('profile.delete').click()
    await this.page.waitForURL(/\/delete-account/)
  }
}

/** The form for who I am, and my photo. */
export class EditProfile extends Screen {
  readonly firstName = this.field('edit_profile.first_name')
  readonly jobTitle = this.field('edit_profile.job_title')
  readonly department = this.field('edit_profile.department')
  readonly timeZone = this.top.getByRole('combobox', { name: this.say('edit_profile.time_zone'), exact: true })
  readonly problems = this.top.getByRole('alert').filter({ hasText: this.say('common.check') })
  readonly failure = this.top.getByRole('alert')
  /** What was typed before a reload is there again. */
  readonly restored = this.text('edit_profile.restored')
  /** Decorative: the name is beside it. */
  readonly photo = this.top.getByTestId('photo').locator('img.avatar')
  /** The part of the photo that will show; it is moved by the arrow keys. */
  readonly cropArea = this.page.getByRole('application', { name: this.say('photo.area') })
  /** Over the page while a photo is cropped. */
  readonly cropFailure = this.page.getByRole('alert')

  async open(): Promise<void> {
    await this.page.goto('/edit-profile')
  }

  async save(): Promise<void> {
    await this.button('common.save').click()
  }

  async discard(): Promise<void> {
    await this.button('edit_profile.discard').click()
  }

  async choosePhoto(button: 'choose' | 'change', file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser')
    await this.button(`photo.${button}`).click()
    await (await chooser).setFiles(file)
  }

  async usePhoto(): Promise<void> {
    await this.page.getByRole('button', { name: this.say('photo.use') }).click()
  }

  async sendPhotoAgain(): Promise<void> {
    await this.cropFailure.getByRole('button', { name: this.say('common.retry') }).click()
  }

  async removePhoto(): Promise<void> {
    await this.button('photo.remove').click()
  }
}

/** Deletion of the account, confirmed by typing the own address. */
export class DeleteAccount extends Screen {
  readonly keptBadges = this.label('checkbox')
  readonly email = this.field('delete_account.confirm')
  readonly deleteButton = this.button('delete_account.submit')
}
