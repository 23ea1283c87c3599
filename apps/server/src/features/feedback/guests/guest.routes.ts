import type { Locale } from '@reflet/contract/common'
import { guest as calls } from '@reflet/contract/guest'
import { guestAnswerPage } from '@reflet/contract/guest-pages'
import type { FastifyInstance } from 'fastify'
import { bind } from '../../../platform/http.ts'
import type { Platform } from '../../../platform/index.ts'
import { stopPage } from '../../guests/stop-page.ts'
import { answerFeedback, deleteAnswer, editAnswer } from '../answers/answers.commands.ts'
import { declineFeedbacks, reopenFeedbacks } from '../answers/decline.commands.ts'
import { chooseLocale, chooseMails } from './guest.commands.ts'
import { findAddressee, findGuest, type Guest, getGuestView } from './guest.queries.ts'

type Params = { token: string; feedbackId: string }
type Asked = { params: Params; query: { locale?: Locale | undefined; browser_locale?: Locale | undefined } }

/** Skills are named in the language of the page. */
const inLocale = (guest: Guest, { locale, browser_locale }: Asked['query']): Guest => ({
  ...guest,
  locale: locale ?? (guest.localeIsChosen ? undefined : browser_locale) ?? guest.locale,
})

export function guestRoutes(app: FastifyInstance, platform: Platform) {
  /** Resolves a link's token, runs the action, and returns the page's data. */
  async function asGuest({ params: { token, feedbackId }, query }: Asked, act: (guest: Guest) => Promise<unknown>) {
    const guest = inLocale(await findGuest(platform, token, feedbackId, 'change'), query)
    await act(guest)
    return getGuestView(platform, guest)
  }
  bind(app, platform, calls.getGuestView, async ({ params, query }) =>
    getGuestView(platform, inLocale(await findGuest(platform, params.token, params.feedbackId, 'read'), query)),
  )
  bind(app, platform, calls.guestAnswer, ({ params, query, body }) =>
    asGuest({ params, query }, (guest) => answerFeedback(platform, guest, params.feedbackId, body)),
  )
  bind(app, platform, calls.guestEdit, ({ params, query, body }) =>
    asGuest({ params, query }, (guest) => editAnswer(platform, guest, params.feedbackId, body)),
  )
  bind(app, platform, calls.guestDelete, ({ params, query }) =>
    asGuest({ params, query }, (guest) => deleteAnswer(platform, guest, params.feedbackId)),
  )
  bind(app, platform, calls.guestDecline, ({ params, query, body }) =>
    asGuest({ params, query }, (guest) =>
      declineFeedbacks(platform, guest, { ids: body.feedback_ids ?? [params.feedbackId] }, body.reason),
    ),
  )
  bind(app, platform, calls.guestReopen, ({ params, query, body }) =>
    asGuest({ params, query }, (guest) => reopenFeedbacks(platform, guest, { ids: body.feedback_ids })),
  )
  bind(app, platform, calls.guestLocale, async ({ params, body }) => {
    await chooseLocale(platform, await findGuest(platform, params.token, params.feedbackId, 'read'), body.locale)
    return getGuestView(platform, await findGuest(platform, params.token, params.feedbackId, 'read'))
  })
  async function choose({ token, feedbackId }: Params, stopped: boolean) {
    await chooseMails(platform, await findAddressee(platform, token, feedbackId), stopped)
    return getGuestView(platform, await findAddressee(platform, token, feedbackId), { words: false })
  }
  bind(app, platform, calls.guestStop, ({ params }) => choose(params, true))
  bind(app, platform, calls.guestResume, ({ params }) => choose(params, false))
  stopPage(app, calls.guestStop, ({ link, feedbackId = '' }) => guestAnswerPage(link, feedbackId))
}
