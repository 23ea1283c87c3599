import { useEffect, useRef, useState } from 'react'
import { usePressed } from '../../platform/press.ts'
import { useUser } from '../../platform/session.ts'
import { type PersonRef, withoutDoubles } from './person.api.ts'

/** A source's result for a query. */
export interface PeopleAnswer<Person extends PersonRef> {
  people: readonly Person[]
  /** Neither people nor an error yet. */
  isPending: boolean
  /** Whether these people are those of an earlier query, until this one's arrive. */
  isEarlier: boolean
  /** Why there are no people; null while those of an earlier result are shown. */
  error: Error | null
  refetch: () => Promise<unknown>
  /** For a paged result: the next page. */
  more?: { pending: boolean; onMore: () => void } | undefined
}

/** People to search: the company's colleagues, my contacts, suggestions. */
export interface PeopleSource<Person extends PersonRef> {
  /** A hook; a source that is not enabled sends no request. */
  useAnswer: (query: string, enabled: boolean) => PeopleAnswer<Person>
}

interface Searched<Person extends PersonRef> {
  source: PeopleSource<Person>
  /** Default: true. A disabled source has an empty result. */
  asked?: boolean
  /** How many people of this source are shown. */
  limit?: number
  /** A failure counts as an empty answer. */
  optional?: boolean
}

type Sources<People extends readonly PersonRef[]> = readonly [...{ [Index in keyof People]: Searched<People[Index]> }]

interface Result<Data> {
  data: Data | undefined
  error: Error | null
  isPending: boolean
  isPlaceholderData: boolean
  refetch: () => Promise<unknown>
}

/** The result in a query's state. */
export const answerOf = <Data, Person extends PersonRef>(
  { data, error, isPending, isPlaceholderData, refetch }: Result<Data>,
  peopleOf: (data: Data) => readonly Person[],
): PeopleAnswer<Person> => ({
  people: data ? peopleOf(data) : [],
  isPending,
  isEarlier: isPlaceholderData,
  error: data ? null : error,
  refetch,
})

const EMPTY = { people: [], isPending: false, isEarlier: false, error: null, more: undefined, refetch: async () => undefined }

/**
 * Merges the results of several sources, in their order, without duplicates and without the user. People are shown when all sources have
 * responded: a late result must not move the row that is being pressed. The number and the order of the sources are fixed.
 */
export function usePeople<People extends readonly PersonRef[]>(
  sources: Sources<People>,
  query: string,
  fits: (person: PersonRef) => boolean = () => true,
) {
  const me = useUser()?.id
  const answers = sources.map(({ source, asked = true, optional = false }) => {
    // biome-ignore lint/correctness/useHookAtTopLevel: the sources of a component are fixed
    const answer = source.useAnswer(query, asked)
    return asked ? { ...answer, error: optional ? null : answer.error } : EMPTY
  })
  const isPending = answers.some((answer) => answer.isPending)
  const lists = answers.map(({ people }, index) =>
    people.filter((person) => (person.user_id === null || person.user_id !== me) && fits(person)).slice(0, sources[index]?.limit),
  )
  const sections = withoutDoubles(isPending ? lists.map(() => []) : lists) as { [Index in keyof People]: People[Index][] }
  return {
    /** The people of each source. */
    sections,
    found: sections.flat() as People[number][],
    isPending,
    isEarlier: answers.some((answer) => answer.isEarlier),
    error: answers.find(({ error }) => error)?.error ?? null,
    retry: () => void Promise.all(answers.map(({ refetch }) => refetch())),
    more: answers.map(({ more }) => more),
  }
}

const PAUSE_MS = 120

/** Debounced text; an emptied field counts at once, also for the letter that follows at once. */
function usePaused(text: string) {
  const [paused, setPaused] = useState(text)
  if (text === '' && paused !== '') setPaused('')
  useEffect(() => {
    const timer = setTimeout(setPaused, PAUSE_MS, text)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}

/** Race: a browser sends no click when the row under the pointer changes between press and release. Until then the value is kept. */
function useKeptWhilePressed<Value>(value: Value): Value {
  const isPressed = usePressed()
  const kept = useRef(value)
  useEffect(() => {
    if (!isPressed) kept.current = value
  })
  return isPressed ? kept.current : value
}

/** People by the search text: `sourcesOf` returns the sources of a query. */
export function usePeopleSearch<People extends readonly PersonRef[]>(
  sourcesOf: (query: string) => Sources<People>,
  fits?: (person: PersonRef) => boolean,
) {
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const paused = usePaused(text)
  const kept = useKeptWhilePressed({ query: paused, ...usePeople(sourcesOf(paused), paused, fits) })
  // Suggestions disappear with the first letter: the result of the search would otherwise replace the row that has the focus by then.
  const isStarting = text !== '' && kept.query === ''
  const none = kept.sections.map(() => []) as unknown as typeof kept.sections
  const { query, ...people } = isStarting ? { ...kept, query: text, sections: none, found: [], isPending: true } : kept
  return {
    ...people,
    typed,
    setTyped,
    /** The search text of these people. */
    query,
    /** The only match of the complete search text: Enter selects them. */
    only: query !== '' && query === text && !people.isEarlier && people.found.length === 1 ? people.found[0] : undefined,
  }
}

export type PeopleSearch = Pick<ReturnType<typeof usePeopleSearch>, 'typed' | 'setTyped' | 'query' | 'isPending' | 'error' | 'retry'>
