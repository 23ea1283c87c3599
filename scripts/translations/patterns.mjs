/** A word as a part of a regular expression. */
export const literal = (word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Placeholders that hold the name of a person, or a list of names. */
export const PERSON = '(?:name|names|giver|receiver|requester|owner|colleague|manager|person)'

/** {{name}} in the app, {name} in mails; a tag of a component may open directly before it. */
export const PERSON_PLACEHOLDER = String.raw`(?:<\w+>)?\{\{?\s*${PERSON}\s*\}?\}`
