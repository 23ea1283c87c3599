import { readFileSync } from 'node:fs'

/** An invalid setting, which prevents the start; the message names it. */
export class BadSetting extends Error {}

/** Settings that may come from a file, named by the setting with `_FILE`: secrets of a container platform. */
const FROM_FILES = ['MASTER_KEY', 'MASTER_KEY_PREVIOUS', 'DATABASE_URL', 'SMTP_URL', 'FCM_SERVICE_ACCOUNT', 'APNS_KEY'] as const

/**
 * The settings with those that files hold; a line's end at the end of a file does not count.
 * @throws BadSetting when a file cannot be read, or a setting is given twice
 */
export function fromFiles(environment: Record<string, string | undefined>): Record<string, string | undefined> {
  const read = FROM_FILES.flatMap((name) => {
    const path = environment[`${name}_FILE`]
    if (path === undefined) return []
    if (environment[name] !== undefined) throw new BadSetting(`Settings ${name}, ${name}_FILE: give one of them`)
    return [[name, contentOf(`${name}_FILE`, path)] as const]
  })
  return { ...environment, ...Object.fromEntries(read) }
}

function contentOf(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').trimEnd()
  } catch (error) {
    throw new BadSetting(`Setting ${name}: cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}
