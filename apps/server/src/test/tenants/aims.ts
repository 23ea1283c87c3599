import { DAY_MS } from '@reflet/contract/durations'
import type { TestApp } from '../build-test-app.ts'
import { aKey, anAnswer } from '../factories.ts'
import { createBrowser, NOWHERE } from '../push-services.ts'
import { planOf, type Scene } from './scene.ts'

/** The parameters for the owner's objects, and the expected result for a stranger. `own` endpoints have no id. */
export type Aim = { input: object; expect: 'not_found' | 'own' | 'public' | 'refused' }

/** An aim for every call of the contract. */
export function aimsAt(app: TestApp, { nova, owner, ids, award, meeting, regular, device, slot }: Scene): Record<string, Aim> {
  const { requestId, groupId, eventId, recurrenceId, answered, pending, pendingGroup, contactId } = ids
  const id = { params: { id: requestId } }
  const user = { params: { userId: owner.id } }
  const link = { params: { token: 'x'.repeat(43), feedbackId: pending } }
  const answer = anAnswer()
  const contact = { params: { userId: owner.id, id: contactId } }
  const group = { params: { userId: owner.id, id: groupId } }
  const coffeeLink = { params: { token: 'w'.repeat(43) } }
  const managerLink = { params: { token: 'y'.repeat(43) } }
  const eventLink = { params: { token: 'z'.repeat(43) } }
  const eventAnswers = [{ ...answer, skill_id: nova.skillIds[0] }]
  const participant = { first_name: 'A', last_name: 'B', email: 'stranger@other.example', locale: 'en' }
  return {
    'session.getCredentials': { input: {}, expect: 'public' },
    'session.login': {
      input: { body: { grant_type: 'password', client_id: 'x', username: 'owner@nova.example', password: 'x' } },
      expect: 'refused',
    },
    'session.logout': { input: {}, expect: 'own' },
    'session.revokeTokens': { input: {}, expect: 'own' },
    'session.forgottenPassword': { input: { body: { email: 'owner@nova.example' } }, expect: 'public' },
    'session.resetPassword': { input: { body: { token: 'x', password: 'a long password' } }, expect: 'refused' },
    'people.getUser': { input: user, expect: 'not_found' },
    'people.updateUser': { input: { ...user, body: { first_name: 'Stolen' } }, expect: 'not_found' },
    'people.platformUsed': { input: { body: { platform: 'browser' } }, expect: 'own' },
    'people.searchColleagues': { input: { query: { query: 'Ownerfirst' } }, expect: 'own' },
    'skills.listSkills': { input: {}, expect: 'own' },
    'skills.chooseSkills': { input: { ...user, body: { skill_ids: [] } }, expect: 'not_found' },
    'people.suggestPeople': { input: user, expect: 'not_found' },
    'people.onboardingFinished': { input: {}, expect: 'own' },
    'people.onboardingDashboardFinished': { input: {}, expect: 'own' },
    'people.onboardingAnswerFinished': { input: {}, expect: 'own' },
    'people.onboardingBadgeFinished': { input: {}, expect: 'own' },
    'people.acceptTerms': { input: { body: { version: 'another' } }, expect: 'own' },
    'avatars.uploadAvatar': { input: {}, expect: 'own' },
    'avatars.deleteAvatar': { input: {}, expect: 'own' },
    'avatars.getAvatar': { input: { params: { id: owner.id, file: '96.webp' } }, expect: 'not_found' },
    'account.exportUser': { input: {}, expect: 'own' },
    'account.deleteUser': { input: {}, expect: 'own' },
    'account.linkDomoscio': { input: { body: { linkType: 'unlink' } }, expect: 'own' },
    'skills.resetSkills': { input: { ...user, body: { skill_ids: nova.skillIds.slice(0, 1) } }, expect: 'not_found' },
    'skills.listSelfEvaluations': { input: user, expect: 'not_found' },
    'skills.evaluateMyself': {
      input: { ...user, body: { evaluations: [{ skill_id: nova.skillIds[0], rating: 1 }] } },
      expect: 'not_found',
    },
    'contacts.listContacts': { input: user, expect: 'not_found' },
    'contacts.addContacts': { input: { ...user, body: { contacts: [{ email: 'stranger@other.example' }] } }, expect: 'not_found' },
    'contacts.updateContact': { input: { ...contact, body: { relation: 'superior' } }, expect: 'not_found' },
    'contacts.deleteContact': { input: contact, expect: 'not_found' },
    'contacts.listGroups': { input: user, expect: 'not_found' },
    'contacts.createGroup': { input: { ...user, body: { name: 'Stolen', contact_ids: [contactId] } }, expect: 'not_found' },
    'contacts.updateGroup': { input: { ...group, body: { name: 'Stolen' } }, expect: 'not_found' },
    'contacts.deleteGroup': { input: group, expect: 'not_found' },
    'hierarchy.getHierarchy': { input: user, expect: 'not_found' },
    'hierarchy.saveHierarchy': { input: { body: { equal_users: [{ user_id: owner.id }] } }, expect: 'own' },
    'hierarchy.addManager': {
      input: { body: { manager_email: 'boss@other.example', manager_firstName: 'A', manager_lastName: 'B' } },
      expect: 'own',
    },
    'hierarchy.remindManager': { input: {}, expect: 'own' },
    'hierarchy.getHierarchyLink': { input: managerLink, expect: 'not_found' },
    'hierarchy.saveHierarchyLink': { input: { ...managerLink, body: { equal_users: [{ user_id: owner.id }] } }, expect: 'not_found' },
    'hierarchy.stopHierarchyMails': { input: managerLink, expect: 'not_found' },
    'hierarchy.resumeHierarchyMails': { input: managerLink, expect: 'not_found' },
    'awards.listAwardTypes': { input: {}, expect: 'own' },
    'awards.listAwards': { input: { query: { box: 'company' } }, expect: 'own' },
    'awards.giveAwards': {
      input: { body: { type_id: nova.awardTypeIds[0], user_ids: [owner.id], idempotency_key: aKey() } },
      expect: 'own',
    },
    'awards.getAward': { input: award, expect: 'not_found' },
    'awards.updateAward': { input: { ...award, body: { visibility: 'private' } }, expect: 'not_found' },
    'awards.deleteAward': { input: award, expect: 'not_found' },
    'videos.listVideos': { input: {}, expect: 'own' },
    'coffee.listCoffee': { input: {}, expect: 'own' },
    'coffee.createCoffee': {
      input: { body: { invitee: { feedback_id: answered }, slots: [slot], idempotency_key: aKey() } },
      expect: 'not_found',
    },
    'coffee.getCoffee': { input: meeting, expect: 'not_found' },
    'coffee.acceptCoffee': { input: { ...meeting, body: { slot } }, expect: 'not_found' },
    'coffee.declineCoffee': { input: meeting, expect: 'not_found' },
    'coffee.cancelCoffee': { input: meeting, expect: 'not_found' },
    'coffee.rescheduleCoffee': { input: { ...meeting, body: { slots: [slot] } }, expect: 'not_found' },
    'coffee.getCoffeeInvitation': { input: meeting, expect: 'not_found' },
    'coffee.getCoffeeLink': { input: coffeeLink, expect: 'not_found' },
    'coffee.acceptCoffeeLink': { input: { ...coffeeLink, body: { slot } }, expect: 'not_found' },
    'coffee.declineCoffeeLink': { input: coffeeLink, expect: 'not_found' },
    'coffee.stopCoffeeMails': { input: coffeeLink, expect: 'not_found' },
    'coffee.resumeCoffeeMails': { input: coffeeLink, expect: 'not_found' },
    'newsfeed.listNews': { input: {}, expect: 'own' },
    'push.getPushServices': { input: {}, expect: 'own' },
    // Registering takes a device over from its previous owner: a stranger uses another one.
    'push.registerPushToken': { input: { body: { type: 'webpush', token: createBrowser(NOWHERE).token } }, expect: 'own' },
    'push.forgetPushToken': { input: { body: { token: device } }, expect: 'own' },
    'push.clearPushCounter': { input: {}, expect: 'own' },
    'newsfeed.readNews': { input: { body: { all: true } }, expect: 'own' },
    'feedback.createRequest': {
      input: { body: { skill_ids: nova.skillIds.slice(0, 1), recipients: [{ user_id: owner.id }], idempotency_key: aKey() } },
      expect: 'own',
    },
    'feedback.listRequests': { input: {}, expect: 'own' },
    'feedback.getRequest': { input: id, expect: 'not_found' },
    'feedback.remindRequest': { input: id, expect: 'not_found' },
    'feedback.cancelRequest': { input: id, expect: 'not_found' },
    'feedback.listRequestsToAnswer': { input: {}, expect: 'own' },
    'recurrences.listRecurrences': { input: {}, expect: 'own' },
    'recurrences.previewRecurrence': { input: { body: { ...planOf(app, owner.id), recurrence_id: recurrenceId } }, expect: 'not_found' },
    'recurrences.createRecurrence': {
      input: { body: { ...planOf(app, owner.id), skill_ids: nova.skillIds.slice(0, 1), idempotency_key: aKey() } },
      expect: 'own',
    },
    'recurrences.updateRecurrence': { input: { ...regular, body: { paused: true } }, expect: 'not_found' },
    'recurrences.deleteRecurrence': { input: regular, expect: 'not_found' },
    'feedback.answerFeedback': { input: { params: { id: pending }, body: answer }, expect: 'not_found' },
    'feedback.editAnswer': { input: { params: { id: answered }, body: answer }, expect: 'not_found' },
    'feedback.declineFeedback': { input: { params: { id: pending }, body: {} }, expect: 'not_found' },
    'feedback.declineRequest': { input: { params: { id: pendingGroup }, body: { feedback_ids: [pending] } }, expect: 'not_found' },
    'feedback.reopenRequest': { input: { params: { id: pendingGroup }, body: { feedback_ids: [pending] } }, expect: 'not_found' },
    'feedback.postponeRequest': { input: { params: { id: pendingGroup }, body: { day: slot.slice(0, 10) } }, expect: 'not_found' },
    'feedback.resumeRequest': { input: { params: { id: pendingGroup } }, expect: 'not_found' },
    'feedback.listAnswers': { input: { query: { skill_id: nova.skillIds[0] } }, expect: 'own' },
    'feedback.getAnswer': { input: { params: { id: answered } }, expect: 'not_found' },
    'feedback.markAnswersSeen': { input: { body: { ids: [answered] } }, expect: 'own' },
    'feedback.listConfidentialAnswers': { input: { query: { skill_id: nova.skillIds[0] } }, expect: 'own' },
    'feedback.rateAnswer': { input: { params: { id: answered }, body: { stars: 1, thanks: 'Stolen' } }, expect: 'not_found' },
    'sharing.shareAnswer': { input: { params: { id: answered } }, expect: 'not_found' },
    'sharing.withdrawAnswer': { input: { params: { id: answered } }, expect: 'not_found' },
    'sharing.listShared': { input: {}, expect: 'own' },
    'sharing.countShared': { input: {}, expect: 'own' },
    'sharing.seeShared': { input: { body: { ids: [answered] } }, expect: 'own' },
    'sharing.noteShared': { input: { params: { id: answered }, body: { note: 'Stolen' } }, expect: 'not_found' },
    'growth.listTries': { input: {}, expect: 'own' },
    'growth.updateTry': { input: { params: { id: answered }, body: { text: 'Stolen' } }, expect: 'not_found' },
    'growth.askAgain': { input: { params: { id: answered }, body: { idempotency_key: aKey() } }, expect: 'not_found' },
    'feedback.offerFeedback': {
      input: { body: { ...answer, user_id: owner.id, skill_id: nova.skillIds[0], idempotency_key: aKey() } },
      expect: 'own',
    },
    'feedback.dashboardAccess': { input: {}, expect: 'own' },
    'quality.getQualityIndex': { input: user, expect: 'not_found' },
    'sharing.getManager': { input: {}, expect: 'own' },
    'sharing.setManager': { input: { body: { user_id: owner.id } }, expect: 'own' },
    'statistics.getStatistics': { input: user, expect: 'not_found' },
    'statistics.getSkillStatistics': { input: { params: { userId: owner.id, skillId: nova.skillIds[0] } }, expect: 'not_found' },
    'events.listEvents': { input: {}, expect: 'own' },
    'events.createEvent': {
      input: {
        body: {
          title: 'Stolen',
          takes_place_on: app.now().toISOString().slice(0, 10),
          skill_ids: nova.skillIds.slice(0, 1),
          ends_at: new Date(app.now().getTime() + DAY_MS).toISOString(),
          idempotency_key: aKey(),
        },
      },
      expect: 'own',
    },
    'events.getEvent': { input: { params: { id: eventId } }, expect: 'not_found' },
    'events.updateEvent': { input: { params: { id: eventId }, body: { title: 'Stolen', closed: true } }, expect: 'not_found' },
    'events.getEventLink': { input: eventLink, expect: 'not_found' },
    'events.answerEventLink': { input: { ...eventLink, body: { participant, answers: eventAnswers } }, expect: 'not_found' },
    'events.answerEvent': { input: { ...eventLink, body: { answers: eventAnswers } }, expect: 'not_found' },
    'guest.getGuestView': { input: link, expect: 'not_found' },
    'guest.guestAnswer': { input: { ...link, body: answer }, expect: 'not_found' },
    'guest.guestEdit': { input: { ...link, body: answer }, expect: 'not_found' },
    'guest.guestDelete': { input: link, expect: 'not_found' },
    'guest.guestReopen': { input: { ...link, body: { feedback_ids: [pending] } }, expect: 'not_found' },
    'guest.guestDecline': { input: { ...link, body: {} }, expect: 'not_found' },
    'guest.guestLocale': { input: { ...link, body: { locale: 'de' } }, expect: 'not_found' },
    'guest.guestStop': { input: link, expect: 'not_found' },
    'guest.guestResume': { input: link, expect: 'not_found' },
    'legal.termsOfUse': { input: {}, expect: 'public' },
    'legal.privacyPolicy': { input: {}, expect: 'public' },
  }
}
