import type { Page } from '@playwright/test'
import { problemsOf } from '../../support/checks.ts'
import { expect, test } from '../../support/journey.ts'
import { enter } from '../../support/session.ts'
import { Ask } from './ask.ts'
import { Sent } from './sent.ts'

const OUTSIDER = 'undone@partner.example'
const WORDS = 'Un mot qui compte.'

/** Camille sends a request and undoes it on its confirmation page. */
async function undone(camille: Page) {
  await enter(camille, 'camille@nova.example', 'fr')
  const ask = new Ask(camille)
  await ask.open()
  const skill = await ask.chooseSkill()
  await ask.toPeople()
  await ask.inviteAddress(OUTSIDER)
  await ask.toWords()
  await ask.message.fill(WORDS)
  // The ten seconds to undo do not pass on a slow machine: timers go on, the date stands still.
  await camille.clock.setFixedTime(new Date())
  await ask.send(1)
  const sent = new Sent(camille)
  await sent.undo()
  await expect(sent.text('sent.cancelled')).toBeVisible()
  return { camille, ask, skill, sent }
}

test('a sent request can be undone before anyone is notified, and is restored for editing', async ({ visitor }) => {
  const { camille, ask, skill, sent } = await undone(await visitor({ locale: 'fr-FR' }))
  await expect(sent.text('sent.named')).toHaveCount(0)
  expect(await problemsOf(camille, 'an undone request')).toEqual([])

  await sent.takeUpAgain()
  await camille.waitForURL(/my-skills/)
  await expect(ask.message).toHaveValue(WORDS)
  await ask.open('people')
  await expect(ask.chosen).toContainText(OUTSIDER)
  await ask.open()
  await expect(ask.skill(skill)).toBeChecked()
})

test('a cancelled request is asked again from the list of sent requests, as it was', async ({ visitor }) => {
  const { camille, ask, skill, sent } = await undone(await visitor({ locale: 'fr-FR' }))
  await ask.open()
  await sent.cancelled.first().click()
  await camille.waitForURL(/request-confirmation/)
  await sent.takeUpAgain()
  await camille.waitForURL(/my-skills/)
  await expect(ask.message, 'without a reload').toHaveValue(WORDS)
  await camille.reload()
  await expect(ask.message, 'and after one').toHaveValue(WORDS)
  await ask.open()
  await expect(ask.skill(skill)).toBeChecked()
})
