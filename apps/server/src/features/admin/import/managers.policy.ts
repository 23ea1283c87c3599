/** A person with the address of their manager: of the file, with its line, or of the company as it is. */
export interface Managed {
  readonly line: number | null
  readonly email: string
  readonly manager: string | null
  /** Whether they have an account in use. */
  readonly is_known: boolean
}

interface Wrong {
  readonly line: number
  readonly value: string
}

/**
 * The lines whose manager does not exist, and those whose managers lead back to themselves. A line that is refused creates no one, so that
 * the lines of those whom that person would have led are refused, too.
 */
export function circularManagers(people: readonly Managed[]): { unknown: Wrong[]; circular: Wrong[] } {
  const byEmail = new Map(people.map((person) => [person.email, person]))
  const unknown: Wrong[] = []
  const refused = new Set<string>()
  const exists = (email: string) => {
    const found = byEmail.get(email)
    return found !== undefined && (found.is_known || (found.line !== null && !refused.has(email)))
  }
  for (let before = -1; before < refused.size; ) {
    before = refused.size
    for (const { line, email, manager } of people) {
      if (line === null || manager === null || refused.has(email) || exists(manager)) continue
      refused.add(email)
      unknown.push({ line, value: manager })
    }
  }
  const circular: Wrong[] = []
  /** Met on an earlier walk: its end is known. */
  const ended = new Map<string, boolean>()
  for (const { email } of people) {
    const path: string[] = []
    const onPath = new Set<string>()
    let at: string | null = email
    while (at !== null && !ended.has(at) && !onPath.has(at)) {
      path.push(at)
      onPath.add(at)
      at = refused.has(at) ? null : (byEmail.get(at)?.manager ?? null)
    }
    const from = at !== null && onPath.has(at) ? path.indexOf(at) : path.length
    for (const [place, met] of path.entries()) ended.set(met, place >= from)
    for (const met of path.slice(from)) {
      const person = byEmail.get(met)
      if (person && person.line !== null) circular.push({ line: person.line, value: person.manager ?? '' })
    }
  }
  return { unknown, circular }
}
