import type { Page } from '@playwright/test'
import { Dashboard, SkillPage } from '../dashboard/dashboard.ts'
import { Ask } from '../feedback/requests/ask.ts'
import { expect, shown, test } from '../support/journey.ts'
import { openByKeyboard, tabTo } from '../support/keyboard.ts'
import { enter } from '../support/session.ts'
import { expectToast } from '../support/toasts.ts'
import { wordsOf } from '../support/words.ts'
import { ResetSkills, SelfEvaluation, Skills } from './skills.ts'

const DESKTOP = { width: 1440, height: 900 }
const LISTENING = 'الإصغاء الفعّال'

const press = async (page: Page, name: string | RegExp, key: 'Space' | 'Enter' = 'Enter') => {
  await tabTo(page, name)
  await page.keyboard.press(key)
}

test('without a mouse, in Arabic: skills are searched, chosen and sorted while a call is pending, rated twice, and reset', async ({
  visitor,
}) => {
  const amir = await visitor({ locale: 'ar-EG', viewport: DESKTOP })
  await enter(amir, 'amir@nova.example')
  const say = wordsOf('ar')
  const ask = new Ask(amir, 'ar')
  const asked = ask.skills.first()

  await test.step('a request is begun', async () => {
    await openByKeyboard(amir, '/my-skills')
    await press(amir, await asked.getByRole('strong').innerText(), 'Space')
    await expect(asked.getByRole('checkbox')).toBeChecked()
    await press(amir, say('ask.skills.change'))
    await amir.waitForURL(/\/skills/)
  })

  const skills = new Skills(amir, 'ar')
  const { mine } = skills
  await expect(mine.first()).toBeVisible()
  const before = await mine.count()
  await test.step('a skill is found without its vowel signs and hamza, chosen, and moved up', async () => {
    await tabTo(amir, say('skills.search'))
    await amir.keyboard.type('اصغاء')
    await expect(skills.catalogue).toHaveCount(1)
    await press(amir, LISTENING, 'Space')
    await expect(mine).toHaveCount(before + 1)
    await expect(mine.last()).toContainText(LISTENING)
    await skills.focusMine()
    await press(amir, say('skills.up', { skill: LISTENING }))
    await expect(mine.nth(before - 1)).toContainText(LISTENING)
    await amir.keyboard.press('Enter')
    await expect(mine.nth(before - 2), 'the focus moves with the row').toContainText(LISTENING)
  })

  await test.step('no letter is lost while the list is being filtered', async () => {
    // Slow enough that the next letter is typed while React still renders the rows of the previous one.
    const devtools = await amir.context().newCDPSession(amir)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
    const lost = await skills.search.evaluate(async (element) => {
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
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  })

  await test.step('nothing is saved before Save, and nothing typed is lost', async () => {
    await amir.reload()
    await expect(shown(amir).getByRole('heading', { level: 1 })).toBeFocused()
    await expect(mine.nth(before - 2)).toContainText(LISTENING)
    await press(amir, say('skills.save', { count: before + 1, n: before + 1 }))
    await expectToast(amir, say('skills.saved'))
    await openByKeyboard(amir, '/my-skills')
    await expect(ask.skills.filter({ hasText: LISTENING })).toBeVisible()
    await expect(asked.getByRole('checkbox'), 'the request that waits is still there').toBeChecked()
  })

  const self = new SelfEvaluation(amir, 'ar')
  await test.step('the skill is rated, and later rated the same again', async () => {
    await openByKeyboard(amir, '/self-evaluation')
    await press(amir, LISTENING)
    await expect(self.history).toHaveCount(0)
    await tabTo(amir, say('rating.1.label'))
    await amir.keyboard.press('Space')
    await amir.keyboard.press('ArrowDown')
    await expect(self.rating(2)).toBeChecked()
    const save = say('self.save', { count: 1, n: 1 })
    await press(amir, save)
    const sometimes = `2${say('rating.2.label')}`
    await expect(self.history).toHaveText([sometimes])
    await openByKeyboard(amir, '/self-evaluation')
    await press(amir, say('self.same_for', { skill: LISTENING }))
    await press(amir, save)
    await expect(self.saveNothing).toBeVisible()
    await press(amir, new RegExp(`^${LISTENING}`))
    await expect(self.history).toHaveText([sometimes, sometimes])
  })

  const reset = new ResetSkills(amir, 'ar')
  const again = await test.step('another skill starts from zero: what it changes is said before', async () => {
    await openByKeyboard(amir, '/reset-skills')
    const choice = reset.skills.first()
    const skill = await choice.getByRole('strong').innerText()
    await press(amir, skill, 'Space')
    await expect(choice).toContainText('تبدأ من الصفر')
    await press(amir, say('restart.submit', { count: 1, n: 1 }))
    await expect(reset.question).toBeVisible()
    await press(amir, new RegExp(`^${say('restart.action')}$`))
    await expect(reset.done(skill)).toBeVisible()
    return skill
  })

  await test.step('its score is gone, its answers stay', async () => {
    await openByKeyboard(amir, '/dashboard')
    await expect(new Dashboard(amir, 'ar').row(again)).toContainText(say('dashboard.no_score'))
    // The row of the list; the radar's axis has the name only.
    await press(amir, new RegExp(`^${again}[^]+${say('dashboard.no_score')}`))
    await amir.waitForURL(/skill-statistics/)
    const skill = new SkillPage(amir, 'ar')
    await expect(skill.mean(0)).toHaveText(/^–/)
    await expect(skill.answers.first(), 'the answers stay').toBeVisible()
  })
})
