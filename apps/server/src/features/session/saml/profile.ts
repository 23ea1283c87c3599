import { MINUTE_MS } from '@reflet/contract/durations'
import { attributeOf, childrenOf, elementsOf, textOf, type XmlElement } from '../../../platform/xml.ts'
import { Refused } from '../refused.ts'
import { ASSERTION, BEARER, PROTOCOL, SUCCESS } from './names.ts'

/** Clocks of servers differ. */
const SKEW_MS = MINUTE_MS
/** xs:dateTime in UTC, as SAML demands (core, 1.3.3). */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** What the response must say. */
export interface Expected {
  readonly entityId: string
  readonly acsUrl: string
  readonly idpEntityId: string
  readonly now: Date
}

export interface Attribute {
  readonly name: string
  readonly values: readonly string[]
}

/** What a response says of its person; only signed parts. */
export interface Profile {
  readonly assertionId: string
  readonly issuer: string
  readonly nameId: string
  readonly attributes: readonly Attribute[]
  /** The request that it answers; null when it was not asked for. */
  readonly inResponseTo: string | null
  /** When a copy of the assertion is no longer accepted anyway. */
  readonly expiresAt: Date
}

function instantOf(text: string | null, what: string): Date {
  const at = text !== null && INSTANT.test(text) ? new Date(text) : null
  if (!at || Number.isNaN(at.getTime())) throw new Refused('time_unreadable', { what })
  return at
}

const isPast = (at: Date, now: Date) => at.getTime() + SKEW_MS <= now.getTime()
const isFuture = (at: Date, now: Date) => at.getTime() - SKEW_MS > now.getTime()

function only(parent: XmlElement, namespace: string, name: string, reason: string): XmlElement {
  const [first, ...others] = childrenOf(parent, namespace, name)
  if (!first || others.length > 0) throw new Refused(reason)
  return first
}

/** The envelope (SAML core 3.2.2, profiles 4.1.4). It is signed only if the provider signs it, so nothing is taken from it. @throws Refused */
export function checkResponse(response: XmlElement, { acsUrl, idpEntityId, now }: Expected): { inResponseTo: string | null } {
  if (response.getAttribute('Version') !== '2.0') throw new Refused('version')
  checkStatus(response)
  if (response.getAttribute('Destination') !== acsUrl)
    throw new Refused('destination', { received: response.getAttribute('Destination') ?? '' })
  if (isFuture(instantOf(attributeOf(response, 'IssueInstant'), 'IssueInstant'), now)) throw new Refused('not_yet_valid')
  const issuers = childrenOf(response, ASSERTION, 'Issuer')
  if (issuers.length > 1) throw new Refused('issuer')
  if (issuers[0] && textOf(issuers[0]) !== idpEntityId) throw new Refused('issuer', { received: textOf(issuers[0]) ?? '' })
  return { inResponseTo: attributeOf(response, 'InResponseTo') }
}

export function checkStatus(response: XmlElement): void {
  const status = only(response, PROTOCOL, 'Status', 'status')
  const code = only(status, PROTOCOL, 'StatusCode', 'status')
  if (code.getAttribute('Value') === SUCCESS) return
  const nested = childrenOf(code, PROTOCOL, 'StatusCode')[0]
  const codes = [code, nested].map((one) => one?.getAttribute('Value')?.split(':').at(-1) ?? '')
  // Before any signature: only what a status code looks like is stored.
  throw new Refused('status', { status: codes.filter((one) => /^[A-Za-z]{1,40}$/.test(one)).join('/') || 'unknown' })
}

/** The assertion, whose signature was verified (SAML profiles 4.1.4.2 and 4.1.4.3). @throws Refused */
export function checkAssertion(assertion: XmlElement, expected: Expected): Profile {
  const { idpEntityId, now } = expected
  if (assertion.getAttribute('Version') !== '2.0') throw new Refused('version')
  const assertionId = attributeOf(assertion, 'ID')
  if (!assertionId) throw new Refused('wrong_reference')
  if (isFuture(instantOf(attributeOf(assertion, 'IssueInstant'), 'IssueInstant'), now)) throw new Refused('not_yet_valid')
  const issuer = textOf(only(assertion, ASSERTION, 'Issuer', 'issuer'))
  if (issuer !== idpEntityId) throw new Refused('issuer', { received: issuer ?? '' })
  const conditionsEnd = checkConditions(only(assertion, ASSERTION, 'Conditions', 'conditions'), expected)
  const subject = only(assertion, ASSERTION, 'Subject', 'subject')
  const nameId = textOf(only(subject, ASSERTION, 'NameID', 'name_id'))
  if (!nameId) throw new Refused('name_id')
  const { inResponseTo, end } = checkConfirmation(subject, expected)
  checkStatements(assertion, now)
  const latest = Math.min(end.getTime(), conditionsEnd?.getTime() ?? Number.POSITIVE_INFINITY)
  return { assertionId, issuer, nameId, attributes: attributesOf(assertion), inResponseTo, expiresAt: new Date(latest + SKEW_MS) }
}

/** @returns when they end, where they say so */
function checkConditions(conditions: XmlElement, { entityId, now }: Expected): Date | null {
  const known = new Set(['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction'])
  for (const condition of elementsOf(conditions)) if (!known.has(condition.localName ?? '')) throw new Refused('conditions')
  const from = attributeOf(conditions, 'NotBefore')
  const until = attributeOf(conditions, 'NotOnOrAfter')
  if (from && isFuture(instantOf(from, 'NotBefore'), now)) throw new Refused('not_yet_valid')
  if (until && isPast(instantOf(until, 'NotOnOrAfter'), now)) throw new Refused('expired')
  const restrictions = childrenOf(conditions, ASSERTION, 'AudienceRestriction')
  if (restrictions.length === 0) throw new Refused('audience')
  for (const restriction of restrictions) {
    const audiences = childrenOf(restriction, ASSERTION, 'Audience').map((audience) => textOf(audience))
    if (!audiences.includes(entityId)) throw new Refused('audience', { received: audiences.join(' ').slice(0, 200) })
  }
  return until ? instantOf(until, 'NotOnOrAfter') : null
}

/** One bearer confirmation must hold in full; of several that do not, the first one's reason is given. */
function checkConfirmation(subject: XmlElement, expected: Expected): { inResponseTo: string | null; end: Date } {
  const confirmations = childrenOf(subject, ASSERTION, 'SubjectConfirmation').filter((one) => one.getAttribute('Method') === BEARER)
  const refusals: unknown[] = []
  const ends = confirmations.flatMap((one) => endsOf(one))
  for (const confirmation of confirmations) {
    try {
      const { inResponseTo } = checkBearer(confirmation, expected)
      // A copy could be accepted by another confirmation until the last one has ended.
      return { inResponseTo, end: new Date(Math.max(...ends)) }
    } catch (error) {
      refusals.push(error)
    }
  }
  throw refusals[0] ?? new Refused('confirmation')
}

const endsOf = (confirmation: XmlElement): number[] =>
  childrenOf(confirmation, ASSERTION, 'SubjectConfirmationData').flatMap((data) => {
    const end = Date.parse(attributeOf(data, 'NotOnOrAfter') ?? '')
    return Number.isNaN(end) ? [] : [end]
  })

function checkBearer(confirmation: XmlElement, { acsUrl, now }: Expected): { inResponseTo: string | null; end: Date } {
  const data = only(confirmation, ASSERTION, 'SubjectConfirmationData', 'confirmation')
  if (data.getAttribute('Recipient') !== acsUrl) throw new Refused('recipient', { received: data.getAttribute('Recipient') ?? '' })
  if (data.hasAttribute('NotBefore')) throw new Refused('confirmation')
  const end = instantOf(attributeOf(data, 'NotOnOrAfter'), 'NotOnOrAfter')
  if (isPast(end, now)) throw new Refused('expired')
  return { inResponseTo: attributeOf(data, 'InResponseTo'), end }
}

function checkStatements(assertion: XmlElement, now: Date): void {
  const statements = childrenOf(assertion, ASSERTION, 'AuthnStatement')
  if (statements.length === 0) throw new Refused('authn_statement')
  for (const statement of statements) {
    const until = attributeOf(statement, 'SessionNotOnOrAfter')
    if (until && isPast(instantOf(until, 'SessionNotOnOrAfter'), now)) throw new Refused('session_expired')
  }
}

function attributesOf(assertion: XmlElement): Attribute[] {
  const found = new Map<string, string[]>()
  for (const statement of childrenOf(assertion, ASSERTION, 'AttributeStatement'))
    for (const attribute of childrenOf(statement, ASSERTION, 'Attribute')) {
      const values = childrenOf(attribute, ASSERTION, 'AttributeValue').flatMap((value) => textOf(value) || [])
      const name = attribute.getAttribute('Name') ?? ''
      found.set(name, [...(found.get(name) ?? []), ...values])
    }
  return [...found].map(([name, values]) => ({ name, values }))
}
