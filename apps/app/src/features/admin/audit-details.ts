import type { ParseKeys, TFunction } from 'i18next'
import { formatNumber } from '../../platform/locale.ts'
import { reasonText } from './sign-in/reason-text.ts'

type Details = Readonly<Record<string, unknown>>

const POLICIES: Readonly<Record<string, ParseKeys>> = {
  confidentiality_threshold: 'admin.policies.confidentiality_threshold',
  reminder_days: 'admin.policies.first_reminder',
  expiry_days: 'admin.policies.expiry_days',
  quiet_hours: 'admin.policies.quiet',
  outside_recipients_per_day: 'admin.policies.outside_person',
  retention_months: 'admin.policies.retention',
  session_days: 'admin.policies.session_days',
  feed_awards: 'admin.policies.feed_awards',
  password_login: 'admin.sign_in.password_login',
  second_factor: 'admin.sign_in.second_factor',
}
const FIELDS: Readonly<Record<string, ParseKeys>> = {
  email: 'admin.people.email',
  first_name: 'admin.people.first_name',
  last_name: 'admin.people.last_name',
  job_title: 'admin.people.job_title',
  department: 'admin.people.department',
  registration_number: 'admin.people.registration_number',
  locale: 'admin.people.locale',
  manager_id: 'admin.people.manager',
  role: 'admin.people.role',
}
const COUNTS: Readonly<Record<string, ParseKeys>> = {
  created: 'admin.import.count.created',
  updated: 'admin.import.count.updated',
  unchanged: 'admin.import.count.unchanged',
  deactivated: 'admin.import.count.deactivated',
  errors: 'admin.import.count.errors',
  answers: 'admin.audit.details.answers',
  requests: 'admin.audit.details.requests',
  sessions: 'admin.audit.details.sessions',
}

/** How someone signed in: passwords and other factors, and the protocols of single sign-on. */
const MEANS: Readonly<Record<string, ParseKeys>> = {
  password: 'admin.audit.details.means.password',
  passkey: 'admin.audit.details.means.passkey',
  totp: 'admin.audit.details.means.totp',
  recovery_code: 'admin.audit.details.means.recovery_code',
  saml: 'admin.audit.details.means.saml',
  oidc: 'admin.audit.details.means.oidc',
}
const SIGN_INS: Readonly<Record<string, ParseKeys>> = {
  method: 'admin.audit.details.method',
  second: 'admin.audit.details.second',
  protocol: 'admin.audit.details.protocol',
}

/** What an entry of the audit log says beside who and when, in words. What has no words is in the CSV only. */
export function auditDetails(details: Details, t: TFunction): string[] {
  const { before, after, fields, bytes } = details
  const said: string[] = []
  if (isDetails(before) && isDetails(after))
    for (const [name, value] of Object.entries(after)) {
      const label = POLICIES[name]
      if (label && JSON.stringify(before[name]) !== JSON.stringify(value))
        said.push(`${t(label)}: ${textOf(before[name], t)} → ${textOf(value, t)}`)
    }
  for (const [name, label] of Object.entries(SIGN_INS)) {
    const means = MEANS[String(details[name])]
    if (means) said.push(`${t(label)}: ${t(means)}`)
  }
  for (const why of [details.reason, details.outcome]) if (typeof why === 'string') said.push(reasonText(why, t))
  const labels = (Array.isArray(fields) ? fields : []).flatMap((name) => FIELDS[String(name)] ?? [])
  if (labels.length > 0) said.push(labels.map((label) => t(label)).join(', '))
  for (const [name, label] of Object.entries(COUNTS)) {
    const count = details[name]
    if (typeof count === 'number') said.push(`${t(label)}: ${formatNumber(count)}`)
  }
  if (typeof bytes === 'number')
    said.push(`${t('admin.audit.details.bytes')}: ${formatNumber(Math.ceil(bytes / 1024), { style: 'unit', unit: 'kilobyte' })}`)
  return said
}

const isDetails = (value: unknown): value is Details => typeof value === 'object' && value !== null && !Array.isArray(value)

function textOf(value: unknown, t: TFunction): string {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'number') return formatNumber(value)
  if (value === 'everyone') return t('admin.policies.everyone')
  if (value === 'admins') return t('admin.policies.admins')
  if (value === 'nobody') return t('admin.sign_in.password.nobody')
  if (value === 'off') return t('admin.sign_in.factor.off')
  if (Array.isArray(value)) return value.map((one) => textOf(one, t)).join(', ')
  if (isDetails(value))
    return Object.values(value)
      .map((one) => textOf(one, t))
      .join('–')
  return String(value)
}
