import { useQuery } from '@tanstack/react-query'
import { useQueryParam } from '../../ui/query-param.ts'
import { allContactsQuery } from '../contacts/contacts.api.ts'
import { refOf } from '../directory/person.api.ts'
import { answerQuery } from '../feedback/received-answers/received-answers.api.ts'
import type { Who } from './coffee.ts'

export const PATH = '/coffee-request'

export const asWho = ({ feedback_id = null, ...person }: Partial<Who>): Who => ({ ...refOf(person), feedback_id })

/** The person in the URL: the giver of an answer, or a contact; null when they no longer exist. */
export function useNamed() {
  const answer = useQueryParam(PATH, 'answer')
  const contact = useQueryParam(PATH, 'contact')
  const given = useQuery({ ...answerQuery(answer), enabled: answer !== '' })
  const contacts = useQuery({ ...allContactsQuery, enabled: contact !== '' })
  const asked = [...(answer ? [given] : []), ...(contact ? [contacts] : [])]
  const known = contact ? contacts.data?.find(({ id }) => id === contact) : undefined
  const giver = given.data && { ...given.data.giver, user_id: given.data.giver.id, feedback_id: answer }
  const who = giver ?? known
  return {
    /** The key of the draft: one per person. */
    key: answer || contact,
    who: who ? asWho(who) : null,
    skill: given.data?.skill.name ?? null,
    isPending: asked.some((query) => query.isPending),
    error: asked.find((query) => query.error && !query.data)?.error ?? null,
    retry: () => void Promise.all(asked.map((query) => query.refetch())),
  }
}
