import { setTimeout as pause } from 'node:timers/promises'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import type { Database } from './db/index.ts'
import { migrationFiles } from './db/migrate.ts'
import { deleteUser } from './features/account/account.commands.ts'
import { accountRoutes } from './features/account/account.routes.ts'
import { catalogueRoutes } from './features/admin/catalogue/catalogue.routes.ts'
import { leaveImports } from './features/admin/import/account-deletion.commands.ts'
import { forgetImports } from './features/admin/import/import.commands.ts'
import { importRoutes } from './features/admin/import/import.routes.ts'
import { startImports } from './features/admin/import/runner.ts'
import { learningPlatformRoutes } from './features/admin/learning/platform.routes.ts'
import { forgetAddressChanges } from './features/admin/people/address.commands.ts'
import { createPerson } from './features/admin/people/people.commands.ts'
import { adminPeopleRoutes } from './features/admin/people/people.routes.ts'
import { policyRoutes } from './features/admin/policies/policies.routes.ts'
import { eraseDeleted } from './features/admin/scim/deletion.commands.ts'
import { scimRoutes } from './features/admin/scim/scim.routes.ts'
import { scimTokenRoutes } from './features/admin/scim/tokens.routes.ts'
import { signInRoutes } from './features/admin/sign-in/sign-in.routes.ts'
import { countUsage, leaveUsage } from './features/admin/usage/count.commands.ts'
import { usageRoutes } from './features/admin/usage/usage.routes.ts'
import { appsRoutes } from './features/apps/apps.routes.ts'
import { auditRoutes } from './features/audit/audit.routes.ts'
import { forgetAudit, SYSTEM } from './features/audit/audit.ts'
import { awardRoutes } from './features/awards/awards.routes.ts'
import { leaveBadges } from './features/badges/account-deletion.commands.ts'
import { badgeRoutes } from './features/badges/badges.routes.ts'
import { publicBadgeRoutes } from './features/badges/public/public.routes.ts'
import { announceBadges } from './features/badges/schedules.commands.ts'
import { leaveCoffee } from './features/coffee/account-deletion.commands.ts'
import { coffeeRoutes } from './features/coffee/coffee.routes.ts'
import { expireCoffee } from './features/coffee/schedules.commands.ts'
import { leaveContacts } from './features/contacts/account-deletion.commands.ts'
import { contactRoutes } from './features/contacts/contacts.routes.ts'
import { cancelPendingOf, leaveFeedback } from './features/feedback/account-deletion.commands.ts'
import { eventRoutes } from './features/feedback/events/events.routes.ts'
import { feedbackRoutes } from './features/feedback/feedback.routes.ts'
import { growthRoutes } from './features/feedback/growth/growth.routes.ts'
import { askAboutTries } from './features/feedback/growth/schedules.commands.ts'
import { guestRoutes } from './features/feedback/guests/guest.routes.ts'
import { recurrenceRoutes } from './features/feedback/recurrences/recurrences.routes.ts'
import { sendRounds } from './features/feedback/recurrences/rounds.commands.ts'
import { deleteOldAnswers } from './features/feedback/retention.commands.ts'
import { expireFeedbacks, giveCopiedLinks, remindPostponed, remindUnanswered } from './features/feedback/schedules.commands.ts'
import { forgetOutsideDays } from './features/guests/mail-limit.ts'
import { leaveHierarchy } from './features/hierarchy/account-deletion.commands.ts'
import { hierarchyRoutes } from './features/hierarchy/hierarchy.routes.ts'
import { forgetReplaced } from './features/hierarchy/schedules.commands.ts'
import { forgetLearner, testPlatform } from './features/learning/learning.commands.ts'
import { learningRoutes } from './features/learning/learning.routes.ts'
import { legalRoutes } from './features/legal/legal.routes.ts'
import { newsfeedRoutes } from './features/newsfeed/newsfeed.routes.ts'
import { forgetSent } from './features/notifications/notifications.commands.ts'
import { startOutbox } from './features/notifications/outbox.ts'
import { pushRoutes } from './features/notifications/push.routes.ts'
import { avatarRoutes } from './features/people/avatars.routes.ts'
import { forgetFormerNames } from './features/people/people.commands.ts'
import { peopleRoutes } from './features/people/people.routes.ts'
import { qualityRoutes } from './features/quality/quality.routes.ts'
import { leaveSession } from './features/session/account-deletion.commands.ts'
import { oidcRoutes } from './features/session/oidc/oidc.routes.ts'
import { samlRoutes } from './features/session/saml/saml.routes.ts'
import { forgetCounters, forgetEnded } from './features/session/schedules.commands.ts'
import { securityRoutes } from './features/session/security.routes.ts'
import { sessionRoutes } from './features/session/session.routes.ts'
import { beginTest } from './features/session/sign-in-test.commands.ts'
import type { CreatePerson } from './features/session/sign-on.commands.ts'
import { sharingRoutes } from './features/sharing/sharing.routes.ts'
import { remindSelfEvaluations } from './features/skills/schedules.commands.ts'
import { skillRoutes } from './features/skills/skills.routes.ts'
import { statisticsRoutes } from './features/statistics/statistics.routes.ts'
import { videoRoutes } from './features/videos/videos.routes.ts'
import type { Vault } from './platform/crypto.ts'
import { healthRoutes } from './platform/health.ts'
import { createHttp } from './platform/http.ts'
import type { Clock } from './platform/ids.ts'
import type { Platform } from './platform/index.ts'
import { type Jobs, type Schedule, startJobs } from './platform/jobs.ts'
import type { Log } from './platform/log.ts'
import type { Mailer } from './platform/mail.ts'
import { watchMail } from './platform/mail-watch.ts'
import { createMetrics, type Metrics } from './platform/metrics.ts'
import { type NativeApps, NO_APPS } from './platform/native-apps.ts'
import { openApiRoutes } from './platform/openapi.ts'
import { createOutgoing } from './platform/outgoing.ts'
import { refuseWhenOverloaded } from './platform/overload.ts'
import type { Push } from './platform/push.ts'
import { storeRowCounts } from './platform/row-counts.ts'
import { scriptHashesOf, serveWeb } from './platform/static-files.ts'
import type { Tracing } from './platform/tracing.ts'

/** A larger embedded database is scrubbed by the nightly job only: scrubbing would block other calls for about half a second. */
const SCRUB_AT_ONCE_BYTES = 32 * 1024 * 1024

/**
 * Load shedding: above this event loop delay the server answers 503 instead of queueing requests. Off outside production,
 * where other work of the machine delays the loop, and with the embedded database, which runs in this process: one long statement delays it too.
 */
const MAX_EVENT_LOOP_DELAY_MS = 2_000

export interface AppParts {
  readonly database: Database
  readonly mailer: Mailer
  readonly push: Push
  readonly clock: Clock
  readonly vault: Vault
  readonly log: Log
  /** None unless a collector is named. */
  readonly tracing?: Tracing | undefined
  readonly settings: {
    readonly production: boolean
    readonly trustProxy: number | string
    readonly publicUrl: () => string
    readonly webRoot: string
    /** Hosts on private addresses that the server may call for a company. Default: none. */
    readonly privateHosts?: readonly string[]
    /** Milliseconds; 0 disables load shedding. The default depends on the database. */
    readonly maxEventLoopDelay?: number
    /** For how long a server that ends still answers, while its readiness probe fails: until then a proxy has found out. Default 0. */
    readonly drainMs?: number
    /** The native apps that belong to this server. Default: none. */
    readonly apps?: NativeApps
    /** Whether browsers keep the web app. Default: they do. */
    readonly offlineWebApp?: boolean
  }
}

export interface App {
  readonly http: FastifyInstance
  readonly platform: Platform
  readonly metrics: Metrics
  /** Sends every mail and push notification that is due now. */
  sendMails(): Promise<number>
  /** Works on the imports that wait. */
  runImports(): Promise<void>
  /** Checks the mail server now; this also runs once a minute. */
  checkMail(): Promise<void>
  /** Erases the accounts that directories deleted 30 days ago; this also runs each night. */
  erasePeople(): Promise<number>
  /** Starts the scheduled jobs. */
  startSchedules(): Promise<void>
  close(): Promise<void>
}

/** Composition root: wires every feature. It opens no port; `start.ts` and the tests do. */
export async function buildApp({ database, mailer, push, clock, vault, log, tracing, settings }: AppParts): Promise<App> {
  const outbox = startOutbox(() => platform, mailer, push)
  const deactivations = [cancelPendingOf]
  const imports = startImports(() => platform, deactivations)
  const scrub = () => database.scrub(SCRUB_AT_ONCE_BYTES)
  const { production, publicUrl } = settings
  const closing = new AbortController()
  const platform: Platform = {
    db: database.db,
    clock,
    vault,
    log,
    production,
    publicUrl,
    outgoing: createOutgoing({ onlyPublic: production, allowed: settings.privateHosts ?? [] }),
    mailFrom: mailer.from,
    wake: outbox.wake,
    closing: closing.signal,
    scrub,
  }
  let jobs: Jobs | null = null
  let starting: Promise<Jobs | null> | null = null

  const metrics = createMetrics(database)
  const settingsOfHttp = {
    trustProxy: settings.trustProxy,
    secure: settings.publicUrl().startsWith('https:'),
    scriptHashes: scriptHashesOf(settings.webRoot),
  }
  tracing?.traceStatements(database)
  const http = await createHttp(platform, settingsOfHttp, metrics)
  tracing?.traceCalls(http)
  await http.register(underPressure, {
    maxEventLoopDelay: settings.maxEventLoopDelay ?? (settings.production && !database.embedded ? MAX_EVENT_LOOP_DELAY_MS : 0),
    pressureHandler: refuseWhenOverloaded(),
  })
  openApiRoutes(http, platform)
  sessionRoutes(http, platform)
  securityRoutes(http, platform)
  const create: CreatePerson = (by, body) => createPerson(platform, by, body)
  samlRoutes(http, platform, create)
  oidcRoutes(http, platform)
  peopleRoutes(http, platform)
  avatarRoutes(http, platform)
  sharingRoutes(http, platform)
  const leaves = [
    leaveCoffee(clock),
    leaveFeedback,
    leaveSession,
    leaveContacts,
    leaveHierarchy,
    leaveImports,
    leaveBadges(clock),
    leaveUsage,
  ]
  accountRoutes(http, platform, leaves, (viewer) => forgetLearner(platform, viewer))
  skillRoutes(http, platform)
  feedbackRoutes(http, platform)
  growthRoutes(http, platform)
  recurrenceRoutes(http, platform)
  guestRoutes(http, platform)
  eventRoutes(http, platform)
  contactRoutes(http, platform)
  hierarchyRoutes(http, platform)
  badgeRoutes(http, platform)
  publicBadgeRoutes(http, platform)
  statisticsRoutes(http, platform)
  qualityRoutes(http, platform)
  awardRoutes(http, platform)
  videoRoutes(http, platform)
  coffeeRoutes(http, platform)
  newsfeedRoutes(http, platform)
  pushRoutes(http, platform, push)
  learningRoutes(http, platform)
  adminPeopleRoutes(http, platform, deactivations)
  importRoutes(http, platform, imports)
  catalogueRoutes(http, platform)
  policyRoutes(http, platform)
  usageRoutes(http, platform)
  scimTokenRoutes(http, platform)
  scimRoutes(http, platform, deactivations)
  learningPlatformRoutes(http, platform, (viewer) => testPlatform(platform, viewer))
  signInRoutes(http, platform, (viewer, protocol, ip) => beginTest(platform, viewer, protocol, ip))
  auditRoutes(http, platform)
  legalRoutes(http, platform)
  appsRoutes(http, platform, settings.apps ?? NO_APPS)
  const mail = watchMail(mailer)
  healthRoutes(http, database.pool, {
    migrations: migrationFiles(),
    jobs: () => jobs?.running() ?? false,
    mail: mail.state,
    closing: closing.signal,
  })
  await serveWeb(http, settings.webRoot, { offline: settings.offlineWebApp ?? true })

  const erasePeople = async () => {
    // Scrubbed once, after all of them.
    const unscrubbed: Platform = { ...platform, scrub: async () => undefined }
    const erased = await eraseDeleted(platform, async (person, last) => {
      await forgetLearner(platform, person)
      await deleteUser(unscrubbed, person, { actor: SYSTEM, badgesToDelete: [] }, [...leaves, last])
    })
    if (erased > 0) await platform.scrub()
    return erased
  }

  const schedules: Schedule[] = [
    { name: 'outbox', cron: '* * * * *', run: async () => void (await outbox.drain()) },
    { name: 'rounds', cron: '*/5 * * * *', run: async () => void (await sendRounds(platform)) },
    { name: 'expire', cron: '7 * * * *', run: async () => void (await expireFeedbacks(platform)) },
    { name: 'copied-links', cron: '*/5 * * * *', run: async () => void (await giveCopiedLinks(platform)) },
    { name: 'coffee', cron: '11 * * * *', run: async () => void (await expireCoffee(platform)) },
    { name: 'remind-later', cron: '*/5 * * * *', run: async () => void (await remindPostponed(platform)) },
    { name: 'remind', cron: '17 * * * *', run: async () => void (await remindUnanswered(platform)) },
    { name: 'usage', cron: '3 * * * *', run: async () => void (await countUsage(platform)) },
    { name: 'retention', cron: '13 1 * * *', run: async () => void (await deleteOldAnswers(platform)) },
    { name: 'counters', cron: '29 * * * *', run: () => forgetCounters(platform) },
    { name: 'self-evaluations', cron: '23 2 * * *', run: async () => void (await remindSelfEvaluations(platform)) },
    { name: 'badges', cron: '19 * * * *', run: async () => void (await announceBadges(platform)) },
    { name: 'tries', cron: '37 2 * * *', run: async () => void (await askAboutTries(platform)) },
    {
      name: 'forget',
      cron: '41 3 * * *',
      run: () =>
        forgetEnded(platform)
          .then(() => forgetSent(platform))
          .then(() => forgetReplaced(platform))
          .then(() => forgetFormerNames(platform.db, clock()))
          .then(() => forgetOutsideDays(platform.db, clock()))
          .then(() => forgetAddressChanges(platform.db, clock()))
          .then(() => forgetImports(platform.db, clock()))
          .then(() => forgetAudit(platform.db, clock()))
          .then(() => undefined),
    },
    { name: 'erase', cron: '47 3 * * *', run: async () => void (await erasePeople()) },
    { name: 'scrub', cron: '53 3 * * *', run: () => database.scrub() },
    { name: 'count-rows', cron: '13 4 * * *', run: () => storeRowCounts(platform.db, clock()) },
  ]
  return {
    http,
    platform,
    metrics,
    sendMails: outbox.drain,
    runImports: imports.drain,
    checkMail: mail.check,
    erasePeople,
    async startSchedules() {
      const traced = tracing ? schedules.map((one) => ({ ...one, run: () => tracing.traceJob(one.name, one.run) })) : schedules
      starting = startJobs(database.pool, traced, log, database.embedded, closing.signal, metrics.job)
      jobs = await starting
      if (closing.signal.aborted) return
      outbox.start()
      imports.start()
      mail.start()
    },
    async close() {
      mail.stop()
      closing.abort()
      // Race: closing during startup also stops what has already started.
      const background = Promise.all([starting?.then((begun) => begun?.stop()), imports.stop(), outbox.stop()])
      // A failure is reported where it is awaited, not meanwhile.
      background.catch(() => undefined)
      if (settings.drainMs) await pause(settings.drainMs)
      await http.close()
      await background
      await database.close()
      await tracing?.close()
    },
  }
}
