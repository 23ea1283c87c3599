import { useQuery } from '@tanstack/react-query'
import { useQueryParam } from '../../ui/query-param.ts'
import { allContactsQuery } from '../contacts/contacts.api.ts'
import { colleaguesQuery } from '../feedback/feedback.api.ts'
import { answerQuery } from '../feedback/received/received.api.ts'
import type { Who } from './coffee.ts'

export const PATH = '/coffee-request'

const NOBODY: Who = { feedback_id: null, user_id: null, email: null, first_name: '', last_name: '', job_title: '', avatar_url: null }

export const asWho = (known: Partial<Who>): Who => {
  const { feedback_id, user_id, email, first_name, last_name, job_title, avatar_url } = { ...NOBODY, ...known }
  return { feedback_id, user_id, email, first_name, last_name, job_title, avatar_url }
}

/** Whom the address names: the giver of an answer, a contact or a colleague. */
export function useNamed() {
  const answer = useQueryParam(PATH, 'answer')
  const contact = useQueryParam(PATH, 'contact')
  const user = useQueryParam(PATH, 'user')
  const given = useQuery({ ...answerQuery(answer), enabled: answer !== '' })
  const contacts = useQuery({ ...allContactsQuery, enabled: contact !== '' || user !== '' })
  const company = useQuery({ ...colleaguesQuery(''), enabled: user !== '' })
  const asked = [...(answer ? [given] : []), ...(contact || user ? [contacts] : []), ...(user ? [company] : [])]
  const found =
    contacts.data?.find(({ id, user_id }) => (contact ? id === contact : user_id === user)) ??
    company.data?.colleagues.find(({ user_id }) => user_id === user)
  const giver = given.data && asWho({ ...given.data.giver, user_id: given.data.giver.id, feedback_id: answer })
  return {
    /** Names the draft: each person's waits for itself. */
    key: answer || contact || user,
    /** Somebody is named, though perhaps not found. */
    isNamed: asked.length > 0,
    who: giver ?? (found && asked.length > 0 ? asWho(found) : null),
    skill: given.data?.skill.name ?? null,
    isPending: asked.some((query) => query.isPending),
    error: asked.find((query) => query.error && !query.data)?.error ?? null,
    retry: () => void Promise.all(asked.map((query) => query.refetch())),
  }
}
