import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../platform/errors.ts'
import { fullName } from '../../platform/full-name.ts'
import type { FieldProblem } from '../../ui/ErrorSummary.tsx'
import { memberId } from './Board.tsx'
import { type Placed, type Problem, problemsOf } from './board.ts'

const NONE: { byKey: ReadonlyMap<string, Problem>; list: readonly FieldProblem[] } = { byKey: new Map(), list: [] }

/** The people refused by the last save, marked on the board and listed above it. */
export function useRefusals(board: string) {
  const { t } = useTranslation()
  const [refused, setRefused] = useState(NONE)
  return {
    ...refused,
    clear: () => setRefused(NONE),
    take(error: unknown, people: readonly Placed[]) {
      const byKey = error instanceof ApiError ? problemsOf(people, error) : NONE.byKey
      const list = people
        .filter(({ key }) => byKey.has(key))
        .map((person) => ({
          id: memberId(board, person.key),
          message: t('hierarchy.refused', {
            name: fullName(person, person.email ?? ''),
            why: t(`hierarchy.problem.${byKey.get(person.key) ?? 'other'}`),
          }),
        }))
      setRefused({ byKey, list })
    },
  }
}
