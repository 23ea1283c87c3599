import type { Locale } from '@reflet/contract/common'
import { guest as calls } from '@reflet/contract/guest'
import { guestAnswerPage } from '@reflet/contract/guest-pages'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../../../platform/errors.ts'
import { bind } from '../../../platform/http.ts'
import type { Platform } from '../../../platform/index.ts'
import type { FoundLink } from '../../../platform/links.ts'
import { stopPage } from '../../guests/stop-page.ts'
import { answerFeedback, deleteAnswer, editAnswer, verifyAnswers } from '../answers/answers.commands.ts'
import { declineFeedbacks, reopenFeedbacks } from '../answers/decline.commands.ts'
import { chooseLocale, chooseMails } from './guest.commands.ts'
import { findAddressee, findGuest, type Guest, toGuestView, withChanges } from './guest.queries.ts'

type Params = { token: string; feedbackId: string }
type Asked = { link: FoundLink; params: Params; query: { locale?: Locale | undefined; browser_locale?: Locale | undefined } }

/** Skills are named in the language of the page. */
const inLocale = (guest: Guest, { locale, browser_locale }: Asked['query']): Guest => ({
  ...guest,
  locale: locale ?? (guest.localeIsChosen ? undefined : browser_locale) ?? guest.locale,
})

export function guestRoutes(app: FastifyInstance, platform: Platform) {
  const open = async ({ link, params, query }: Asked, purpose: 'change' | 'read') =>
    inLocale(await findGuest(platform, link, params.feedbackId, purpose), query)
  /** Runs the action of a link's guest, and returns the page's data. */
  async function asGuest(call: Asked, act: (guest: Guest) => Promise<unknown>) {
    const guest = await open(call, 'change')
    await act(guest)
    return toGuestView(platform, await withChanges(platform, guest))
  }
  /** The same for what changes or confirms an answer. @throws forbidden by a copied link */
  const byMailbox = (call: Asked, act: (guest: Guest) => Promise<unknown>) =>
    asGuest(call, (guest) => {
      if (guest.copied) throw new Problem('forbidden')
      return act(guest)
    })
  bind(app, platform, calls.getGuestView, async (call) => toGuestView(platform, await open(call, 'read')))
  bind(app, platform, calls.guestAnswer, (call) =>
    asGuest(call, (guest) => answerFeedback(platform, guest, call.params.feedbackId, call.body)),
  )
  bind(app, platform, calls.guestEdit, (call) => byMailbox(call, (guest) => editAnswer(platform, guest, call.params.feedbackId, call.body)))
  bind(app, platform, calls.guestDelete, (call) => byMailbox(call, (guest) => deleteAnswer(platform, guest, call.params.feedbackId)))
  bind(app, platform, calls.guestVerify, (call) => byMailbox(call, (guest) => verifyAnswers(platform, guest, call.body.feedback_ids)))
  bind(app, platform, calls.guestDecline, (call) =>
    asGuest(call, (guest) =>
      declineFeedbacks(platform, guest, { ids: call.body.feedback_ids ?? [call.params.feedbackId] }, call.body.reason),
    ),
  )
  bind(app, platform, calls.guestReopen, (call) =>
    asGuest(call, (guest) => reopenFeedbacks(platform, guest, { ids: call.body.feedback_ids })),
  )
  bind(app, platform, calls.guestLocale, async ({ link, params, body }) => {
    const guest = await findGuest(platform, link, params.feedbackId, 'read')
    // The mails go to the address, whose language is not for the holder of a copied link to choose.
    if (!guest.copied) await chooseLocale(platform, guest, body.locale)
    return toGuestView(platform, { ...guest, locale: body.locale, localeIsChosen: true })
  })
  async function choose({ token, feedbackId }: Params, stopped: boolean) {
    await chooseMails(platform, await findAddressee(platform, token, feedbackId), stopped)
    return toGuestView(platform, await findAddressee(platform, token, feedbackId))
  }
  bind(app, platform, calls.guestStop, ({ params }) => choose(params, true))
  bind(app, platform, calls.guestResume, ({ params }) => choose(params, false))
  stopPage(app, calls.guestStop, ({ link, feedbackId = '' }) => guestAnswerPage(link, feedbackId))
}
