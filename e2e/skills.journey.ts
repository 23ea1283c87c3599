import type { Page } from '@playwright/test'
import { expect, expectToast, login, shown, test } from './support/journey.ts'
import { openByKeyboard, tabTo } from './support/keyboard.ts'

const DESKTOP = { width: 1440, height: 900 }

const press = async (page: Page, name: string | RegExp, key: 'Space' | 'Enter' = 'Enter') => {
  await tabTo(page, name)
  await page.keyboard.press(key)
}

/** What the skill's table says of earlier ratings, newest first. */
const history = (page: Page) => shown(page).locator('.self-table tbody tr td')

test('without a mouse, in Arabic: skills are chosen and ordered while a request waits, rated twice, and started again', async ({
  visitor,
}) => {
  const amir = await visitor({ locale: 'ar-EG', viewport: DESKTOP })
  await login(amir, 'amir@nova.example')
  await openByKeyboard(amir, '/my-skills')
  const asked = shown(amir).getByRole('region', { name: 'ما المهارات التي تهمّك؟' }).locator('label.option').first()
  await press(amir, await asked.locator('strong').innerText(), 'Space')
  await expect(asked.locator('input')).toBeChecked()
  await press(amir, 'تغيير مهاراتي')
  await amir.waitForURL(/\/skills/)

  const mine = shown(amir).locator('.my-skill-list li')
  await expect(mine.first()).toBeVisible()
  const before = await mine.count()
  await tabTo(amir, 'البحث في المهارات')
  // Found without its vowel signs and hamza.
  await amir.keyboard.type('اصغاء')
  await expect(shown(amir).locator('.chooser label.option')).toHaveCount(1)
  await press(amir, 'الإصغاء', 'Space')
  await expect(mine).toHaveCount(before + 1)
  await expect(mine.last()).toContainText('الإصغاء الفعّال')
  await shown(amir).locator('.my-skill-list').focus()
  await press(amir, /نقل «الإصغاء الفعّال» إلى أعلى/)
  await expect(mine.nth(before - 1)).toContainText('الإصغاء الفعّال')
  await amir.keyboard.press('Enter')
  await expect(mine.nth(before - 2), 'the focus moves with the row').toContainText('الإصغاء الفعّال')

  // Nothing is saved before Save, and nothing typed is lost.
  await amir.reload()
  await expect(shown(amir).locator('ion-title')).toBeFocused()
  await expect(mine.nth(before - 2)).toContainText('الإصغاء الفعّال')
  await press(amir, new RegExp(`حفظ ${before + 1} مهارات`))
  await expectToast(amir, 'حُفظت مهاراتك')
  await openByKeyboard(amir, '/my-skills')
  await expect(shown(amir).locator('label.option', { hasText: 'الإصغاء الفعّال' })).toBeVisible()
  await expect(asked.locator('input'), 'the request that waits is still there').toBeChecked()

  await openByKeyboard(amir, '/self-evaluation')
  await press(amir, 'الإصغاء الفعّال')
  await expect(history(amir)).toHaveCount(0)
  await tabTo(amir, 'ليس بعد')
  await amir.keyboard.press('Space')
  await amir.keyboard.press('ArrowDown')
  await expect(shown(amir).locator('input[type="radio"][value="2"]')).toBeChecked()
  await press(amir, 'حفظ تقييم واحد')
  await expect(history(amir)).toHaveText(['2أحيانًا'])
  await openByKeyboard(amir, '/self-evaluation')
  await press(amir, 'كما هو: الإصغاء الفعّال')
  await press(amir, 'حفظ تقييم واحد')
  await expect(shown(amir).locator('ion-footer ion-button'), 'nothing is left to save').toHaveText('حفظ')
  await press(amir, /^الإصغاء الفعّال/)
  await expect(history(amir)).toHaveText(['2أحيانًا', '2أحيانًا'])

  await openByKeyboard(amir, '/reset-skills')
  const choice = shown(amir).locator('label.option').first()
  const skill = await choice.locator('strong').innerText()
  await press(amir, skill, 'Space')
  await expect(choice.locator('.reset-effect'), 'what it changes is said before').toContainText('تبدأ من الصفر')
  await press(amir, 'تصفير نتيجة مهارة واحدة')
  await expect(amir.locator('ion-alert:focus-within')).toBeVisible()
  await press(amir, /^تصفير$/)
  await expect(shown(amir).locator('.empty')).toContainText(skill)
  await openByKeyboard(amir, '/dashboard')
  const card = shown(amir).locator('.skill-card', { hasText: skill })
  await expect(card).toContainText('لا تقييم بعد')
  await press(amir, new RegExp(`^${skill}`))
  await amir.waitForURL(/skill-statistics/)
  await expect(shown(amir).locator('.figure.others-word')).toHaveText('–')
  await expect(shown(amir).locator('.answer-card').first(), 'the answers stay').toBeVisible()
})

test('no letter is lost while the list is still being filtered', async ({ visitor }) => {
  const amir = await visitor({ viewport: DESKTOP })
  await login(amir, 'amir@nova.example')
  await amir.goto('/skills')
  await expect(shown(amir).locator('.chooser label.option').first()).toBeVisible()
  // Slow enough that the next letter comes while React still renders the rows of the one before.
  const devtools = await amir.context().newCDPSession(amir)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  const lost = await shown(amir)
    .locator('.chooser input[type="search"]')
    .evaluate(async (element) => {
      const input = element as HTMLInputElement
      const wrong: string[] = []
      let typed = ''
      for (let n = 0; n < 80; n++) {
        typed = typed.length > 5 ? '' : `${typed}e`
        input.value = typed
        input.dispatchEvent(new InputEvent('input', { bubbles: true }))
        await new Promise((resolve) => setTimeout(resolve, (n % 8) * 5))
        if (input.value !== typed) wrong.push(`“${typed}” became “${input.value}”`)
      }
      return wrong
    })
  expect(lost).toEqual([])
})
