import { expect, shown, test } from '../support/journey.ts'
import { testId } from '../support/screen.ts'
import { enter } from '../support/session.ts'

interface Read {
  call: string
  path: string
  /** The error with its retry. */
  error: string
  data: string
}

/** Reads of the specification, and where they are shown. One that two screens share is kept on the device: each has its own browser. */
const READS: Read[][] = [
  [
    {
      call: '**/api/users/1/suggestions',
      path: '/home',
      error: `${testId('suggestions')} .notice`,
      data: `${testId('suggestions')} li`,
    },
    { call: '**/api/users/1/hierarchical', path: '/badge-hierarchical-list', error: '.notice', data: testId('board') },
    { call: '**/api/badges', path: '/badge-home', error: '.notice', data: 'article.card' },
    { call: '**/api/skills', path: '/skills', error: '.notice', data: `${testId('chooser')}, ${testId('my-skill-list')}` },
    { call: '**/terms-of-use**', path: '/terms', error: '.empty', data: testId('legal-other') },
  ],
  [{ call: '**/api/badges', path: '/delete-account', error: 'form .notice', data: 'fieldset' }],
]

test('a refused read is shown as an error with a retry, never as an empty list @whole', async ({ visitor }) => {
  for (const reads of READS) {
    const page = await visitor()
    let status = 400
    // From the start: no cached data could be shown instead.
    for (const { call } of reads) await page.route(call, (route) => route.fulfill({ status, json: { code: 'some_code', request_id: 'r' } }))
    await enter(page, 'camille@nova.example')
    for (const { call, path, error, data } of reads)
      await test.step(path, async () => {
        for (status of [400, 403, 503]) {
          await page.goto(path)
          await expect(shown(page).locator(error), `with ${status}`).toBeVisible()
          await expect(shown(page).locator(data)).toHaveCount(0)
        }
        await page.unroute(call)
        await shown(page).locator(error).locator('button, ion-button').first().click()
        await expect(shown(page).locator(data).first()).toBeVisible()
        await expect(shown(page).locator(error)).toHaveCount(0)
        expect(new URL(page.url()).pathname).toBe(path)
      })
  }
})
