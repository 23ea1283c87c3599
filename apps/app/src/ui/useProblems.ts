import { useState } from 'react'
import type { FieldProblem } from './ErrorSummary.tsx'

/**
 * The errors that a form shows: those found when it was sent, each until it is corrected. An error that arises while typing is shown
 * when the form is sent again.
 * @param found what is wrong with the present input, at most one error a field
 */
export function useProblems(found: readonly FieldProblem[]) {
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const left = problems.filter(({ id, message }) => found.some((one) => one.id === id && one.message === message))
  if (left.length < problems.length) setProblems(left)
  return {
    problems,
    problemOf: (field: string) => problems.find(({ id }) => id === field)?.message,
    /** Shows what is wrong; whether the form can be sent. */
    check: () => {
      setProblems(found)
      return found.length === 0
    },
  }
}
