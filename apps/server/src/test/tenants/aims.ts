import type { TestApp } from '../build-test-app.ts'
import { calls, defOf } from '../contract-places.ts'
import { eventBody } from '../events.ts'
import { aKey, anAnswer } from '../factories.ts'
import { createBrowser, NOWHERE } from '../push-services.ts'
import { planOf, type Scene } from './scene.ts'

/** The parameters for the owner's objects, and the expected result for a stranger: `own` reaches the stranger's own things, or public ones. */
export type Aim = { input: { params?: object; query?: object; body?: object }; expect: 'not_found' | 'own' | 'refused' }

/** What the body names is not found. */
const NAMED_IN_BODY = new Set(['badges.shareBadge', 'coffee.createCoffee', 'recurrences.previewRecurrence'])
const REFUSED = new Set([
  ...['session.login', 'session.resetPassword', 'loginSteps.loginSecondFactor', 'loginSteps.loginEnrolment', 'loginSteps.loginPasskey'],
  ...['badges.publishBadges', 'adminImports.uploadImport', 'adminCatalogue.uploadVideo', 'adminCatalogue.uploadCaptions'],
  // Without a session 401, although the calls are public: a signed address opens them, too.
  ...['videos.getVideoFile', 'videos.getCaptions'],
  ...['getAddressChange', 'confirmAddressChange', 'refuseAddressChange'].map((name) => `adminPeople.${name}`),
])

/** An aim for every call of the contract, except for one whose body, or the thing that its `id` means, is not said here. */
export function aimsAt(app: TestApp, { nova, owner, giver, ids, device, slot }: Scene): Record<string, Aim> {
  const [skill_id = ''] = nova.skillIds
  const answer = anAnswer()
  const eventAnswers = [{ ...answer, skill_id }]
  const passkey = { id: 'x', rawId: 'x', type: 'public-key', response: {}, clientExtensionResults: {} }
  const participant = { first_name: 'A', last_name: 'B', email: 'stranger@other.example', locale: 'en' }

  const parameters = { userId: owner.id, skillId: skill_id, feedbackId: ids.pending, token: 'x'.repeat(43), locale: 'en', file: '96.webp' }
  /** What `id` means in the calls of a resource; those that mean something else have it below. */
  const things: Record<string, string> = {
    adminCatalogue: ids.video,
    adminImports: ids.peopleImport,
    adminPeople: owner.id,
    adminScim: ids.scimToken,
    adminSignIn: ids.signInTest,
    avatars: owner.id,
    awards: ids.award,
    badges: ids.badge,
    coffee: ids.meeting,
    contacts: ids.contact,
    events: ids.event,
    feedback: ids.request,
    growth: ids.answered,
    recurrences: ids.recurrence,
    security: ids.session,
    sharing: ids.answered,
    videos: ids.video,
  }
  const [skill, awardType] = [{ params: { id: skill_id } }, { params: { id: nova.awardTypeIds[0] } }]
  const [answered, pending] = [{ params: { id: ids.answered } }, { params: { id: ids.pending } }]
  const [pendingGroup, group] = [{ params: { id: ids.pendingGroup } }, { params: { id: ids.group } }]
  const inputs: Record<string, Aim['input']> = {
    'session.login': { body: { grant_type: 'password', client_id: 'x', username: 'owner@nova.example', password: 'x' } },
    'session.forgottenPassword': { body: { email: 'owner@nova.example' } },
    'session.resetPassword': { body: { token: 'x', password: 'a long password' } },
    'loginSteps.loginSecondFactor': { body: { challenge: 'c'.repeat(43), code: '123456' } },
    'loginSteps.loginEnrolment': { body: { challenge: 'c'.repeat(43), factor: 'totp' } },
    'loginSteps.loginPasskey': { body: { passkey } },
    'loginSteps.checkSaml': { body: { matricule: 'OWNER-1' } },
    'security.reauthenticate': { body: {} },
    'security.changePassword': { body: { current: 'wrong', new: 'another long phrase' } },
    'security.addPasskey': { body: {} },
    'security.deletePasskey': { params: { id: ids.passkey } },
    'security.confirmTotp': { body: { code: '123456' } },
    'people.updateUser': { body: { first_name: 'Stolen' } },
    'people.platformUsed': { body: { platform: 'browser' } },
    'people.searchColleagues': { query: { query: 'Ownerfirst' } },
    'people.acceptTerms': { body: { version: 'another' } },
    'account.linkDomoscio': { body: { linkType: 'unlink' } },
    'skills.chooseSkills': { body: { skill_ids: [] } },
    'skills.resetSkills': { body: { skill_ids: [skill_id] } },
    'skills.evaluateMyself': { body: { evaluations: [{ skill_id, rating: 1 }] } },
    'contacts.addContacts': { body: { contacts: [{ email: 'stranger@other.example' }] } },
    'contacts.updateContact': { body: { relation: 'superior' } },
    'contacts.createGroup': { body: { name: 'Stolen', contact_ids: [ids.contact] } },
    'contacts.updateGroup': { ...group, body: { name: 'Stolen' } },
    'contacts.deleteGroup': group,
    'hierarchy.saveHierarchy': { body: { equal_users: [{ user_id: owner.id }] } },
    'hierarchy.saveHierarchyLink': { body: { equal_users: [{ user_id: owner.id }] } },
    'hierarchy.addManager': { body: { manager_email: 'boss@other.example', manager_firstName: 'A', manager_lastName: 'B' } },
    'awards.listAwards': { query: { box: 'company' } },
    'awards.giveAwards': { body: { type_id: nova.awardTypeIds[0], user_ids: [owner.id], idempotency_key: aKey() } },
    'awards.updateAward': { body: { visibility: 'private' } },
    'badges.publishBadges': { body: { badges: [ids.badgeSkill] } },
    'badges.shareBadge': { body: { badge_id: ids.badge, text: 'Stolen' } },
    'coffee.createCoffee': { body: { invitee: { feedback_id: ids.answered }, slots: [slot], idempotency_key: aKey() } },
    'coffee.acceptCoffee': { body: { slot } },
    'coffee.rescheduleCoffee': { body: { slots: [slot] } },
    'coffee.acceptCoffeeLink': { body: { slot } },
    // Registering takes a device over from its previous owner: a stranger uses another one.
    'push.registerPushToken': { body: { type: 'webpush', token: createBrowser(NOWHERE).token } },
    'push.forgetPushToken': { body: { token: device } },
    'newsfeed.readNews': { body: { all: true } },
    'feedback.createRequest': { body: { skill_ids: [skill_id], recipients: [{ user_id: owner.id }], idempotency_key: aKey() } },
    'feedback.answerFeedback': { ...pending, body: answer },
    'feedback.editAnswer': { ...answered, body: answer },
    'feedback.declineFeedback': { ...pending, body: {} },
    'feedback.getRequestToAnswer': pendingGroup,
    'feedback.declineRequest': { ...pendingGroup, body: { feedback_ids: [ids.pending] } },
    'feedback.reopenRequest': { ...pendingGroup, body: { feedback_ids: [ids.pending] } },
    'feedback.postponeRequest': { ...pendingGroup, body: { day: slot.slice(0, 10) } },
    'feedback.resumeRequest': pendingGroup,
    'feedback.listAnswers': { query: { skill_id } },
    'feedback.getAnswer': answered,
    'feedback.markAnswersSeen': { body: { ids: [ids.answered] } },
    'feedback.listConfidentialAnswers': { query: { skill_id } },
    'feedback.rateAnswer': { ...answered, body: { stars: 1, thanks: 'Stolen' } },
    'feedback.offerFeedback': { body: { ...answer, user_id: owner.id, skill_id, idempotency_key: aKey() } },
    'sharing.shareAnswer': { ...answered, body: { manager_id: giver.id } },
    'sharing.seeShared': { body: { ids: [ids.answered] } },
    'sharing.noteShared': { body: { note: 'Stolen' } },
    'sharing.setManager': { body: { user_id: owner.id } },
    'growth.updateTry': { body: { text: 'Stolen' } },
    'growth.askAgain': { body: { idempotency_key: aKey() } },
    'recurrences.previewRecurrence': { body: { ...planOf(app, owner.id), recurrence_id: ids.recurrence } },
    'recurrences.createRecurrence': { body: { ...planOf(app, owner.id), skill_ids: [skill_id], idempotency_key: aKey() } },
    'recurrences.updateRecurrence': { body: { paused: true } },
    'events.createEvent': { body: eventBody(app, [skill_id], 'Stolen') },
    'events.updateEvent': { body: { title: 'Stolen', closed: true } },
    'events.answerEventLink': { body: { participant, answers: eventAnswers } },
    'events.answerEvent': { body: { answers: eventAnswers } },
    'guest.guestAnswer': { body: answer },
    'guest.guestEdit': { body: answer },
    'guest.guestReopen': { body: { feedback_ids: [ids.pending] } },
    'guest.guestVerify': { body: { feedback_ids: [ids.pending] } },
    'guest.guestDecline': { body: {} },
    'guest.guestLocale': { body: { locale: 'de' } },
    'videos.getCaptions': { params: { file: `${ids.video}.vtt` } },
    'adminPeople.listPeople': { query: { query: 'Ownerfirst' } },
    'adminPeople.exportPeople': { query: { query: 'owner@nova.example' } },
    'adminPeople.createPerson': { body: { email: 'owner@nova.example', first_name: 'Stolen', last_name: 'Person' } },
    'adminPeople.updatePerson': { body: { first_name: 'Stolen' } },
    'adminImports.confirmImport': { body: {} },
    'adminCatalogue.createSkill': { body: { names: { en: 'Mine' }, category: 'other' } },
    'adminCatalogue.updateSkill': { ...skill, body: { retired: true } },
    'adminCatalogue.deleteSkill': skill,
    'adminCatalogue.createAwardType': { body: { names: { en: 'Mine' }, icon: 'star' } },
    'adminCatalogue.updateAwardType': { ...awardType, body: { retired: true } },
    'adminCatalogue.deleteAwardType': awardType,
    'adminCatalogue.createVideo': { body: { names: { en: 'Mine' } } },
    'adminCatalogue.updateVideo': { body: { retired: true } },
    'adminPolicies.updatePolicies': { body: { session_days: 1 } },
    'adminLearning.setLearningPlatform': { body: { host: 'x.example', instance: 'x', token: 'x' } },
    'adminScim.createScimToken': { body: { name: 'Stolen' } },
    'adminSignIn.updateSignIn': { body: { second_factor: 'off' } },
    'adminSignIn.setSaml': { body: { metadata_xml: '<x/>' } },
    'adminSignIn.setOidc': { body: { issuer: 'http://127.0.0.1:9', client_id: 'x', client_secret: 'x', claim: 'email' } },
    'adminSignIn.beginSignInTest': { body: { protocol: 'saml' } },
    'adminSignIn.resetFactors': { params: { id: owner.id } },
    'adminAudit.exportAudit': { query: { actor: owner.id } },
  }
  const aims = calls.flatMap(([name, { params, body }]): [string, Aim][] => {
    const [resource = ''] = name.split('.')
    const known: Record<string, string | undefined> = { ...parameters, id: things[resource] }
    const named = Object.keys((params && defOf(params).shape) ?? {}).map((key) => [key, known[key]])
    const input = { ...inputs[name], ...(params && { params: { ...Object.fromEntries(named), ...inputs[name]?.params } }) }
    if ((body && !input.body) || Object.values(input.params ?? {}).includes(undefined)) return []
    return [[name, { input, expect: REFUSED.has(name) ? 'refused' : params || NAMED_IN_BODY.has(name) ? 'not_found' : 'own' }]]
  })
  return Object.fromEntries(aims)
}
