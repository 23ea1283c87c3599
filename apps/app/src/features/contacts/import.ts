import { type ContactInput, MAX_CONTACTS_PER_CALL } from '@reflet/contract/contacts'
import { withoutWebAddress } from '@reflet/contract/plain'
import type { Relation } from '@reflet/contract/relations'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { fetchCode } from '../../platform/code.ts'
import { addContacts, useRefreshContacts } from './contacts.api.ts'
import type { ListedPerson, ParsedList } from './parse-list.ts'

/** Debounce: delay between typing and parsing. */
const PAUSE = 250

type Parser = typeof import('./parse-list.ts')

/**
 * The parsed list, shortly after it changed (`isCurrent` until it changes again). The parser is loaded when there is something to parse.
 */
export function useParsedList(list: string, own: string) {
  const [parser, setParser] = useState<Parser>()
  const [failure, setFailure] = useState<unknown>()
  const [read, setRead] = useState<{ of: string; parsed: ParsedList }>()
  const empty = list.trim() === ''
  useEffect(() => {
    if (empty || parser || failure) return
    fetchCode(() => import('./parse-list.ts')).then(setParser, setFailure)
  }, [empty, parser, failure])
  useEffect(() => {
    if (empty) setRead(undefined)
    if (empty || !parser) return
    const timer = window.setTimeout(() => setRead({ of: list, parsed: parser.parseList(list, own) }), PAUSE)
    return () => window.clearTimeout(timer)
  }, [list, own, empty, parser])
  return { parsed: read?.parsed, isCurrent: read?.of === list, parser, failure, retry: () => setFailure(undefined) }
}

const inputOf = ({ email, first_name: first, last_name: last, relation }: ListedPerson, usual: Relation | null): ContactInput => {
  // One name with a web address would refuse the whole call.
  const [first_name, last_name] = [withoutWebAddress(first), withoutWebAddress(last)]
  const known = relation ?? usual
  return { email, ...(first_name && { first_name }), ...(last_name && { last_name }), ...(known && { relation: known }) }
}

export interface Progress {
  done: number
  total: number
}

interface Import {
  people: readonly ListedPerson[]
  /** The default relation. */
  relation: Relation | null
  /** After each call: who is a contact now. */
  onTaken: (addresses: ReadonlySet<string>) => void
}

/** Sends a list in as many calls as needed. Successful calls are kept when a later one fails. */
export function useImport() {
  const refresh = useRefreshContacts()
  const [progress, setProgress] = useState<Progress>()
  const mutation = useMutation({
    mutationFn: async ({ people, relation, onTaken }: Import) => {
      const taken = new Set<string>()
      const result = { added: 0, merged: 0 }
      for (let at = 0; at < people.length; at += MAX_CONTACTS_PER_CALL) {
        setProgress({ done: at, total: people.length })
        const chunk = people.slice(at, at + MAX_CONTACTS_PER_CALL)
        const { added, merged } = await addContacts(chunk.map((person) => inputOf(person, relation)))
        result.added += added
        result.merged += merged
        for (const { email } of chunk) taken.add(email)
        onTaken(taken)
      }
      return result
    },
    onSettled: () => {
      setProgress(undefined)
      void refresh()
    },
  })
  return { ...mutation, progress }
}
