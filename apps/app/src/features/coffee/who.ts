import { useQuery } from '@tanstack/react-query'
import { useQueryParam } from '../../ui/query-param.ts'
import { allContactsQuery } from '../contacts/contacts.api.ts'
import { answerQuery } from '../feedback/received/received.api.ts'
import type { Who } from './coffee.ts'

export const PATH = '/coffee-request'

const NOBODY: Who = { feedback_id: null, user_id: null, email: null, first_name: '', last_name: '', job_title: '', avatar_url: null }

export const asWho = (known: Partial<Who>): Who => {
  const { feedback_id, user_id, email, first_name, last_name, job_title, avatar_url } = { ...NOBODY, ...known }
  return { feedback_id, user_id, email, first_name, last_name, job_title, avatar_url }
}

/** Whom the address names: the giver of an answer, or a contact; nobody when they are no longer there. */
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
    /** Names the draft: each person's waits for itself. */
    key: answer || contact,
    who: who ? asWho(who) : null,
    skill: given.data?.skill.name ?? null,
    isPending: asked.some((query) => query.isPending),
    error: asked.find((query) => query.error && !query.data)?.error ?? null,
    retry: () => void Promise.all(asked.map((query) => query.refetch())),
  }
}
