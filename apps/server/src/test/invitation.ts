import { HIERARCHY_LISTS, type HierarchySave, hierarchy } from '@reflet/contract/hierarchy'
import type { ParsedMail } from 'mailparser'
import type { TestApp } from './build-test-app.ts'
import type { TestUser } from './factories.ts'

/** The default manager of tests. */
export const BOSS = 'boss@partner.example'

/** All five lists, as the app sends them: those that are not named are empty. */
export const allLists = (lists: HierarchySave): HierarchySave => ({
  ...Object.fromEntries(HIERARCHY_LISTS.map((name) => [name, []])),
  ...lists,
})

/** The link in a manager's mail. */
export const tokenIn = (mail: ParsedMail | undefined) => /hierarchical-list\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''

export const addManager = (app: TestApp, who: TestUser, manager_email = BOSS) =>
  app.call(who, hierarchy.addManager, { body: { manager_email, manager_firstName: 'Olga', manager_lastName: 'Boss' } })

/** Invites a manager and reads the link from the mail, as the manager would. */
export async function inviteManager(app: TestApp, who: TestUser, email = BOSS): Promise<string> {
  await addManager(app, who, email)
  return tokenIn((await app.mails())[0])
}

/** The calls that a link allows. */
export const linkCalls = (app: TestApp) => ({
  open: (token: string) => app.call(null, hierarchy.getHierarchyLink, { params: { token } }),
  fill: (token: string, lists: HierarchySave) => app.call(null, hierarchy.saveHierarchyLink, { params: { token }, body: allLists(lists) }),
  stop: (token: string) => app.call(null, hierarchy.stopHierarchyMails, { params: { token } }),
})
