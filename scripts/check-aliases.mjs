// Each table has one alias in all SQL of the server; a second row of the same table has a word for its role, such as `requester` (decision 0047).
import { globSync, readFileSync } from 'node:fs'

const ALIASES = {
  audit_log: 'l',
  award_types: 'ty',
  awards: 'a',
  avatars: 'av',
  coffee_requests: 'cq',
  coffee_slots: 'cs',
  companies: 'c',
  confidential_releases: 'cr',
  contact_group_members: 'cm',
  contact_groups: 'cg',
  contacts: 'ct',
  email_changes: 'ec',
  event_skills: 'es',
  events: 'e',
  feedbacks: 'f',
  guests: 'g',
  hierarchy_invitations: 'hi',
  login_attempts: 'la',
  manager_notes: 'mn',
  newsfeed: 'n',
  outbox: 'o',
  outside_mails: 'om',
  password_resets: 'pr',
  push_tokens: 'pt',
  pushes: 'pu',
  people_import_errors: 'ie',
  people_import_lines: 'il',
  people_imports: 'im',
  recipients: 'p',
  recurrence_members: 'rm',
  recurrence_skills: 'rs',
  recurrences: 'rc',
  requests: 'r',
  scim_group_members: 'gm',
  scim_groups: 'sg',
  scim_tokens: 'sk',
  self_evaluations: 'se',
  sessions: 's',
  shared_answers: 'sa',
  skill_resets: 'sr',
  skill_totals: 'st',
  skills: 'k',
  tries: 't',
  usage_departments: 'ud',
  usage_months: 'um',
  usage_people: 'up',
  usage_totals: 'ut',
  user_skills: 'us',
  user_words: 'uw',
  users: 'u',
  video_captions: 'vc',
  video_files: 'vf',
  videos: 'v',
}

const KEYWORDS = new Set(
  'where set for order limit on join group cross left right inner full select values returning union using default do as when lateral'.split(
    ' ',
  ),
)
const TABLE = new RegExp(`\\b(?:from|join|update|into|using)\\s+(${Object.keys(ALIASES).join('|')})\\s+(?:as\\s+)?([a-z_0-9]+)\\b`, 'g')

/** Aliases in a text of SQL that are neither the table's nor a word of four letters and more. */
const wrongAliases = (text) =>
  [...text.matchAll(TABLE)]
    .filter(([, table, alias]) => !KEYWORDS.has(alias) && alias !== ALIASES[table] && alias.length < 4)
    .map(([, table, alias]) => `${table} ${alias}`)

const files = globSync('apps/server/src/{db,features,platform}/**/*.ts')
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.endsWith('.test.ts'))
const problems = files.flatMap((file) =>
  wrongAliases(readFileSync(file, 'utf8')).map((alias) => `${file}: "${alias}" is not the alias of this table`),
)
if (wrongAliases('from users x join users u on true join users requester on true').join() !== 'users x')
  problems.push('a wrong alias is not reported')
if (files.length < 100) problems.push(`only ${files.length} files were read`)

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
console.log(`Aliases in SQL: ${files.length} files`)
