import { awards as awardCalls } from '@reflet/contract/awards'
import { people } from '@reflet/contract/people'
import sharp from 'sharp'
import { Award } from '../awards/award.ts'
import { AddContact } from '../contacts/add-contact.ts'
import { Answer } from '../feedback/answers/answer.ts'
import { Login } from '../session/login.ts'
import { inGate, shown } from '../support/journey.ts'
import { expectToast } from '../support/toasts.ts'
import { wordsOf } from '../support/words.ts'
import { expect, type NativeApp, SYSTEMS, test } from './app.ts'
import { Refusal } from './phone.ts'

const LOCALES = { android: 'fr', ios: 'ar' } as const
const CAMILLE = 'camille@nova.example'
const WHO = { fr: CAMILLE, ar: 'amir@nova.example' } as const

const go = async (app: NativeApp, path: string) => {
  await app.page.goto(`https://localhost/tabs${path}`)
  return app.page
}

for (const system of SYSTEMS) {
  const locale = LOCALES[system]
  const say = wordsOf(locale)

  test(
    `${system}, ${locale}: a photo of the camera, a contact of the phone, and an award for the system’s sheet; a refusal is explained`,
    inGate(system === 'ios'),
    async ({ nativeApp }) => {
      const app = await nativeApp({ system, locale })
      const api = await app.know(WHO[locale])
      await app.open()

      await test.step('a photo; closing the gallery changes nothing', async () => {
        const page = await go(app, '/edit-profile')
        const choose = shown(page).getByTestId('photo').locator('ion-button').first()
        const take = async (source: 'camera' | 'gallery') => {
          await choose.click()
          const sheet = page.locator('ion-modal:not(.overlay-hidden)')
          const button = sheet.getByRole('button', { name: say(`photo.${source}`) })
          await button.click()
          await expect(button).toHaveCount(0)
        }
        app.phone.on('Camera', {
          takePhoto: () => {
            throw new Refusal("Couldn't access camera. Check your camera permissions and try again.", 'OS-PLUG-CAMR-0003')
          },
          chooseFromGallery: () => {
            throw new Refusal("Couldn't choose media from the gallery because the process was canceled.", 'OS-PLUG-CAMR-0020')
          },
        })
        await take('camera')
        await expect(shown(page).getByRole('alert')).toContainText(say('errors.camera_denied'))
        await take('gallery')
        await expect.poll(() => app.phone.callsOf('Camera', 'chooseFromGallery').length).toBe(1)
        const picture = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#0f766e' } })
          .jpeg()
          .toBuffer()
        app.phone.files.set('/_capacitor_file_/photo.jpg', picture)
        app.phone.on('Camera', { takePhoto: () => ({ type: 0, webPath: 'https://localhost/_capacitor_file_/photo.jpg', saved: false }) })
        await take('camera')
        const crop = page.locator('ion-modal:not(.overlay-hidden)')
        await expect(crop.getByRole('heading', { name: say('photo.title') })).toBeVisible()
        await crop.getByRole('button', { name: say('photo.use'), exact: true }).click()
        await expectToast(page, say('photo.saved'))
        await expect(shown(page).getByTestId('photo').locator('img')).toHaveAttribute('src', /^http:\/\/127\.0\.0\.1/)
      })

      await test.step('a contact joins the list', async () => {
        await go(app, '/add-contact')
        const add = new AddContact(app.page, locale)
        await add.change('list')
        let contacts = 'denied'
        app.phone.on('Contacts', { requestPermissions: () => ({ contacts }) })
        const pick = add.button('contacts.import.phone')
        await pick.click()
        await expect(add.top.getByText(say('errors.contacts_denied'))).toBeVisible()
        contacts = 'granted'
        await pick.click()
        await expect(add.person('Inès')).toContainText('ines@partner.example')
        app.phone.on('Contacts', {
          pickContact: () => {
            throw new Refusal('closed')
          },
        })
        await pick.click()
        await expect.poll(() => app.phone.callsOf('Contacts', 'pickContact').length).toBe(2)
        await expect(add.person('Inès')).toHaveCount(1)
      })

      await test.step('an award is shared as a picture with its link', async () => {
        const written: { path: string; data: string }[] = []
        app.phone.on('Filesystem', {
          writeFile: ({ path, data }) => {
            written.push({ path: String(path), data: String(data) })
            return { uri: `file:///cache/${String(path)}` }
          },
        })
        app.phone.on('Share', { share: () => ({ activityType: 'mail' }), canShare: () => ({ value: true }) })
        const { awards } = await api.call(awardCalls.listAwards, { query: { box: 'received' } })
        await go(app, `/award?id=${awards[0]?.id}`)
        const award = new Award(app.page, locale)
        await expect(award.picture).toBeVisible()
        await award.share()
        await expect.poll(() => app.phone.callsOf('Share', 'share').length).toBe(1)
        const { options } = app.phone.callsOf('Share', 'share')[0] ?? { options: {} }
        expect(options).toMatchObject({ url: `${app.server}/award?id=${awards[0]?.id}`, files: ['file:///cache/shared/reflet-award.png'] })
        expect(
          Buffer.from(written[0]?.data ?? '', 'base64')
            .subarray(1, 4)
            .toString(),
        ).toBe('PNG')
        app.phone.on('Share', {
          share: () => {
            throw new Refusal('Share canceled')
          },
        })
        await award.share()
        await expect.poll(() => app.phone.callsOf('Share', 'share').length).toBe(2)
      })
    },
  )

  test(`${system}, ${locale}: the text size of the system, the bars with the theme, haptics, safe areas, and a keyboard that hides nothing @whole`, async ({
    nativeApp,
  }) => {
    const app = await nativeApp({ system, locale })
    await app.know(WHO[locale])
    app.phone.textSize = 1.5
    const page = await app.open()
    await expect(page).toHaveURL(/\/tabs\/home$/)
    await expect.poll(() => app.phone.callsOf('SplashScreen', 'hide').length).toBeGreaterThan(0)
    if (system === 'android')
      await expect.poll(() => app.phone.callsOf('TextZoom', 'set').map(({ options }) => options.value)).toEqual([1.5])
    else await expect.poll(() => page.evaluate(() => document.body.style.getPropertyValue('-webkit-text-size-adjust'))).toBe('150%')
    const bars = () => app.phone.callsOf('SystemBars', 'setStyle').map(({ options }) => options.style)
    await expect.poll(() => bars().at(-1)).toBe('LIGHT')
    await page.evaluate(() => document.documentElement.classList.add('ion-palette-dark'))
    await expect.poll(() => bars().at(-1)).toBe('DARK')

    await test.step('the title is below the status bar, the tabs above the gesture bar', async () => {
      await page.evaluate(() => {
        document.documentElement.style.setProperty('--safe-area-inset-top', '47px')
        document.documentElement.style.setProperty('--safe-area-inset-bottom', '34px')
      })
      const top = (await shown(page).locator('ion-title').boundingBox())?.y ?? 0
      expect(top).toBeGreaterThanOrEqual(47)
      const link = await page.locator('nav.tab-bar a').first().boundingBox()
      expect((link?.y ?? 0) + (link?.height ?? 0)).toBeLessThanOrEqual(844 - 34 + 1)
      const content = await shown(page).locator('ion-content').boundingBox()
      expect((content?.y ?? 0) + (content?.height ?? 0), 'nothing is behind the tabs').toBeLessThanOrEqual(
        ((await page.locator('nav.tab-bar').boundingBox())?.y ?? 0) + 1,
      )
    })

    await test.step('a rating is felt; the field stays in view, and the tabs leave', async () => {
      await go(app, '/answer')
      const answer = new Answer(page, locale)
      await answer.openRequest(/./)
      const before = app.phone.callsOf('Haptics', 'impact').length
      await answer.rate(4)
      await expect.poll(() => app.phone.callsOf('Haptics', 'impact').length).toBeGreaterThan(before)
      await expect(page.locator('nav.tab-bar')).toBeVisible()
      const field = answer.part('improve')
      await field.focus()
      // The system makes the page as much smaller as the keyboard is high.
      await page.setViewportSize({ width: 390, height: 500 })
      await expect(page.locator('nav.tab-bar')).toBeHidden()
      await expect(field).toBeInViewport()
      await field.blur()
      await page.setViewportSize({ width: 390, height: 844 })
      await expect(page.locator('nav.tab-bar')).toBeVisible()
    })
  })
}

test('what an app without SQLite kept is moved once; after a logout without a connection the next person sees nothing of it @whole', async ({
  nativeApp,
}) => {
  const app = await nativeApp({ system: 'android' })
  const api = await app.know(CAMILLE)
  const me = () => api.call(people.getUser, { params: { userId: '1' } })

  await test.step('moved once, and nothing of it is lost', async () => {
    const earlier = Object.fromEntries(app.phone.sqlite.records())
    for (const key of Object.keys(earlier)) app.phone.sqlite.forget(key)
    const draft = `draft:${(earlier['current-user'] as { userId: string }).userId}:note`
    const page = await app.context.newPage()
    await page.goto('https://localhost/old-browser.js')
    await page.evaluate(
      (records) =>
        new Promise<void>((resolve, reject) => {
          const opening = indexedDB.open('_myDb', 2)
          opening.onupgradeneeded = () => {
            opening.result.createObjectStore('_ionickv')
            opening.result.createObjectStore('local-forage-detect-blob-support')
          }
          opening.onsuccess = () => {
            const writing = opening.result.transaction('_ionickv', 'readwrite')
            for (const [key, value] of Object.entries(records)) writing.objectStore('_ionickv').put(value, key)
            writing.oncomplete = () => {
              opening.result.close()
              resolve()
            }
            writing.onerror = () => reject(writing.error)
          }
        }),
      { ...earlier, [draft]: { words: 'kept' } },
    )
    await page.close()
    await expect(await app.open()).toHaveURL(/\/tabs\/home$/)
    expect(app.phone.sqlite.records().get(draft)).toEqual({ words: 'kept' })
    expect(app.phone.sqlite.records().get('server')).toBe(app.server)
    await app.close()
    app.phone.sqlite.put(draft, { words: 'newer' })
    await expect(await app.open()).toHaveURL(/\/tabs\/home$/)
    expect(app.phone.sqlite.records().get(draft), 'not moved again').toEqual({ words: 'newer' })
  })

  await test.step('a logout without a connection is made up for', async () => {
    const page = await go(app, '/profile')
    await expect(shown(page).getByTestId('profile-card')).toBeVisible()
    await app.context.route('**/api/**', (route) => route.abort('internetdisconnected'))
    await shown(page).getByText(wordsOf('fr')('profile.logout'), { exact: true }).click()
    await expect(page).toHaveURL(/\/login$/)
    await expect.poll(() => [...app.phone.keychain.keys()]).toEqual(['capacitor-storage_owed-logout'])
    expect(JSON.stringify([...app.phone.sqlite.records()])).not.toContain(CAMILLE)
    expect((await me()).user, 'the server does not know yet').toBeTruthy()
    await app.context.unroute('**/api/**')
    await app.open()
    await new Login(app.page).logIn('greta@nova.example')
    await expect(app.page).toHaveURL(/\/tabs\/home$/)
    await expect(() => expect(me()).rejects.toThrow('401')).toPass()
    await expect.poll(() => [...app.phone.keychain.keys()]).toEqual(['capacitor-storage_access_token'])
  })
})
