import { coffee } from '@reflet/contract/coffee'
import { coffeePage } from '@reflet/contract/guest-pages'
import type { FastifyInstance } from 'fastify'
import { bind } from '../../platform/http.ts'
import type { Platform } from '../../platform/index.ts'
import type { FoundLink } from '../../platform/links.ts'
import { stopPage } from '../guests/stop-page.ts'
import { createCoffee } from './coffee.commands.ts'
import { getCoffee, listCoffee } from './coffee.queries.ts'
import { acceptCoffee, cancelCoffee, declineCoffee, type Party, partyOf, rescheduleCoffee } from './coffee-responses.commands.ts'
import { getInvitation } from './invitation.queries.ts'
import { chooseCoffeeMails } from './link.commands.ts'
import { findLinked, toLinkView } from './link.queries.ts'

export function coffeeRoutes(app: FastifyInstance, platform: Platform) {
  const { db, clock } = platform
  bind(app, platform, coffee.listCoffee, ({ viewer, query }) => listCoffee(db, viewer, clock(), query.cursor))
  bind(app, platform, coffee.createCoffee, ({ viewer, body }) => createCoffee(platform, viewer, body))
  bind(app, platform, coffee.getCoffee, ({ viewer, params }) => getCoffee(db, viewer, clock(), params.id))
  bind(app, platform, coffee.acceptCoffee, async ({ viewer, params, body }) => {
    await acceptCoffee(platform, partyOf(viewer, params.id, 'invitee'), body.slot)
    return getCoffee(db, viewer, clock(), params.id)
  })
  bind(app, platform, coffee.declineCoffee, async ({ viewer, params }) => {
    await declineCoffee(platform, partyOf(viewer, params.id, 'invitee'))
    return getCoffee(db, viewer, clock(), params.id)
  })
  bind(app, platform, coffee.cancelCoffee, async ({ viewer, params }) => {
    await cancelCoffee(platform, partyOf(viewer, params.id, 'organiser'))
    return getCoffee(db, viewer, clock(), params.id)
  })
  bind(app, platform, coffee.rescheduleCoffee, async ({ viewer, params, body }) => {
    await rescheduleCoffee(platform, viewer, params.id, body)
    return getCoffee(db, viewer, clock(), params.id)
  })
  bind(app, platform, coffee.getCoffeeInvitation, async ({ viewer, params, reply }) => {
    reply.type('text/calendar; charset=utf-8; method=PUBLISH').header('content-disposition', 'attachment; filename="reflet.ics"')
    return getInvitation(platform, viewer, params.id)
  })
  linkRoutes(app, platform)
}

function linkRoutes(app: FastifyInstance, platform: Platform) {
  /** Runs the action of a link's invitee, and returns the page's data. */
  async function byLink(link: FoundLink, act: (party: Party) => Promise<void>) {
    await findLinked(platform, link)
    await act({ companyId: link.companyId, coffeeId: link.subjectId, side: 'invitee', userId: null })
    return toLinkView(platform, await findLinked(platform, link))
  }
  bind(app, platform, coffee.getCoffeeLink, async ({ link }) => toLinkView(platform, await findLinked(platform, link)))
  bind(app, platform, coffee.acceptCoffeeLink, ({ link, body }) => byLink(link, (party) => acceptCoffee(platform, party, body.slot)))
  bind(app, platform, coffee.declineCoffeeLink, ({ link }) => byLink(link, (party) => declineCoffee(platform, party)))
  bind(app, platform, coffee.stopCoffeeMails, ({ params }) => chooseCoffeeMails(platform, params.token, true))
  bind(app, platform, coffee.resumeCoffeeMails, ({ params }) => chooseCoffeeMails(platform, params.token, false))
  stopPage(app, coffee.stopCoffeeMails, ({ link }) => coffeePage(link))
}
