import { type Contact, type ContactInput, contacts } from '@reflet/contract/contacts'
import type { Input, Output } from '@reflet/contract/endpoint'
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { call } from '../../platform/client.ts'
import { toApiError } from '../../platform/errors.ts'
import { matches } from '../../platform/search.ts'
import { useUser } from '../../platform/session.ts'
import { answerOf, type PeopleSource } from '../directory/people-search.api.ts'
import { type KnownPerson, refOf } from '../directory/person.api.ts'
import { asLocalContacts, forgetContact, keepContacts, keepMoreContacts, localContacts } from './local-contacts.api.ts'

const params = { userId: '1' }
type Page = Output<typeof contacts.listContacts>

/** My contacts by name. The addresses of the complete list are stored on the device. */
export const contactsQuery = (query = '') =>
  infiniteQueryOptions({
    queryKey: ['contacts', 'list', query],
    queryFn: async ({ pageParam, signal }) => {
      const page = await call(contacts.listContacts, { params, query: { query, ...(pageParam && { cursor: pageParam }) } }, { signal })
      const addresses = page.contacts.map(({ email }) => email)
      if (query === '') await (pageParam ? keepMoreContacts(addresses) : keepContacts(addresses, page.next_cursor === null))
      return page
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  })

/** My contacts by name, page by page. */
export const contactsSource: PeopleSource<Contact> = {
  useAnswer(query, enabled) {
    const contacts = useInfiniteQuery({ ...contactsQuery(query), enabled })
    const more = contacts.hasNextPage && { pending: contacts.isFetchingNextPage, onMore: () => void contacts.fetchNextPage() }
    return { ...answerOf(contacts, ({ pages }) => pages.flatMap((page) => page.contacts)), more: more || undefined }
  },
}

/** The addresses stored on this device, for offline use. */
const localContactsQuery = queryOptions({ queryKey: ['contacts', 'local'], queryFn: localContacts, staleTime: 0 })

/** Offline: the stored addresses of my contacts. */
export const localContactsSource: PeopleSource<KnownPerson> = {
  useAnswer(query, enabled) {
    const own = useUser()?.email ?? ''
    return answerOf(useQuery({ ...localContactsQuery, enabled }), (addresses) =>
      asLocalContacts(addresses, [], own)
        .filter(({ email }) => matches(query, email))
        .map(({ email, type }) => ({ ...refOf({}), email, open_requests: 0, relation: type === 'outside' ? 'outside' : null })),
    )
  },
}

export const groupsQuery = infiniteQueryOptions({
  queryKey: ['contacts', 'groups'],
  queryFn: ({ pageParam, signal }) => call(contacts.listGroups, { params, query: { ...(pageParam && { cursor: pageParam }) } }, { signal }),
  initialPageParam: '',
  getNextPageParam: (page) => page.next_cursor ?? undefined,
})

/** Every contact, over all pages; their addresses are stored on the device as the complete list. */
export const allContactsQuery = queryOptions({
  queryKey: ['contacts', 'all'],
  queryFn: async ({ signal }) => {
    const all: Contact[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Page = await call(contacts.listContacts, { params, query: { ...(cursor && { cursor }) } }, { signal })
      all.push(...page.contacts)
      cursor = page.next_cursor
    }
    await keepContacts(
      all.map(({ email }) => email),
      true,
    )
    return all
  },
})

/** Which people are contacts already. */
export const addressesQuery = queryOptions({ ...allContactsQuery, select: (all) => all.map(({ email }) => email) })

/** The addresses of my contacts; offline the stored ones. */
export function useKnownAddresses(): ReadonlySet<string> {
  const all = useQuery(addressesQuery)
  const local = useQuery({ ...localContactsQuery, enabled: all.isError })
  return new Set(all.data ?? local.data ?? [])
}

/** Groups, suggestions, the five lists and my manager depend on contacts. */
const CHANGED_WITH_CONTACTS = ['contacts', 'suggestions', 'hierarchy', 'manager']

export const refreshContacts = (client: QueryClient) =>
  Promise.all(CHANGED_WITH_CONTACTS.map((key) => client.invalidateQueries({ queryKey: [key] })))

export function useRefreshContacts() {
  const client = useQueryClient()
  return () => refreshContacts(client)
}

function useContactsMutation<Input, Result>(mutationFn: (input: Input) => Promise<Result>) {
  const refresh = useRefreshContacts()
  return useMutation({ mutationFn, onSuccess: () => void refresh() })
}

/** Adds some in one call (at most `MAX_CONTACTS_PER_CALL`). */
export async function addContacts(people: ContactInput[]) {
  const answer = await call(contacts.addContacts, { params, body: { contacts: people } })
  await keepMoreContacts(answer.contacts.map(({ email }) => email))
  return answer
}

/** Optimistic update: new contacts are in the list at once, before it is fetched again. */
export function useAddContact() {
  const client = useQueryClient()
  const refresh = useRefreshContacts()
  return useMutation({
    mutationFn: (person: ContactInput) => addContacts([person]),
    onSuccess: ({ contacts: kept }) => {
      const isKept = ({ id }: Contact) => kept.some((one) => one.id === id)
      client.setQueryData(allContactsQuery.queryKey, (all) => all && [...all.filter((one) => !isKept(one)), ...kept])
      void refresh()
    },
  })
}

export type ContactPatch = Input<typeof contacts.updateContact>['body']

export const useUpdateContact = () =>
  useContactsMutation(({ id, patch }: { id: string; patch: ContactPatch }) =>
    call(contacts.updateContact, { params: { ...params, id }, body: patch }),
  )

/** The response to an earlier attempt may have been lost: a contact that is no longer there is deleted. */
function unlessGone(error: unknown) {
  if (toApiError(error).status !== 404) throw error
}

export const useDeleteContact = () =>
  useContactsMutation(async ({ id, email }: { id: string; email: string }) => {
    await call(contacts.deleteContact, { params: { ...params, id } }).catch(unlessGone)
    await forgetContact(email)
  })

export type GroupInput = Input<typeof contacts.createGroup>['body']

/** Creates a group, or updates the one with this id. */
export const useSaveGroup = (id: string | undefined) =>
  useContactsMutation((body: GroupInput) =>
    id ? call(contacts.updateGroup, { params: { ...params, id }, body }) : call(contacts.createGroup, { params, body }),
  )

export const useDeleteGroup = () => useContactsMutation((id: string) => call(contacts.deleteGroup, { params: { ...params, id } }))
