import type { UseMutationResult } from '@tanstack/react-query'
import { type MailLink, useDraft } from '../../platform/drafts.ts'
import type { ApiError } from '../../platform/errors.ts'
import { draftOf, type HierarchyDraft, type Placed, toLists } from './board.ts'
import { isOutdated } from './Changed.tsx'
import type { Lists } from './hierarchy.api.ts'
import { useRefusals } from './refusals.ts'

interface Options {
  /** The id of the board. */
  board: string
  /** What the page shows while there is no draft. */
  known: Placed[]
  /** What the server holds. */
  saved: readonly Placed[]
  version: string | undefined
  save: UseMutationResult<unknown, ApiError, Lists>
  onSaved: () => void
  /** On the manager's page, which has no account. */
  link?: MailLink
}

/** The lists while they are edited: kept on the device, compared with what the server holds, and saved. */
export function useHierarchyDraft({ board, known, saved, version, save, onSaved, link }: Options) {
  // null: as the server knows them.
  const draft = useDraft<HierarchyDraft | null>('hierarchy', null, link)
  const refusals = useRefusals(board)
  const mine = draftOf(draft.value)
  const people = mine?.people ?? known
  const outdated = isOutdated(mine, saved, version) ? mine : null
  const choose = (next: Placed[], from: string) => {
    refusals.clear()
    save.reset()
    draft.set({ people: next, version: from })
  }
  return {
    draft,
    refusals,
    people,
    /** The draft, if it began from other lists than those that are saved now. */
    outdated,
    choose,
    change: (next: Placed[]) => choose(next, mine?.version ?? version ?? ''),
    submit() {
      refusals.clear()
      save.mutate(toLists(people, (outdated ? outdated.version : version) ?? ''), {
        onSuccess: () => {
          draft.clear()
          onSaved()
        },
        onError: (failure) => refusals.take(failure, people),
      })
    },
  }
}
