import { useMemo } from 'react'
import { toApiError } from '../../../platform/errors.ts'
import type { FieldProblem } from '../../../ui/ErrorSummary.tsx'
import { useProblems } from '../../../ui/useProblems.ts'

/** A problem of the server at a field of the form: the input's id and the text; null for one without an input. */
export type Place = (field: string, reason: string, code: string) => FieldProblem | null

/** What is wrong with a form: found here when it is sent, and refused by the server. */
export function useFormProblems(found: readonly FieldProblem[], error: unknown, place: Place) {
  const { problems, check } = useProblems(found)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the summary takes the focus when the list changes
  const all = useMemo(() => {
    const { fields, code } = toApiError(error)
    const refused = error ? Object.entries(fields).flatMap(([field, reason]) => place(field, reason, code) ?? []) : []
    return [...problems, ...refused]
  }, [problems, error])
  return {
    problems: all,
    problemOf: (id: string) => all.find((one) => one.id === id)?.message,
    check,
    /** The server refused it, and no field says why. */
    isUnplaced: error !== null && all.length === problems.length,
  }
}

export const isWebAddress = (text: string) => {
  try {
    return ['https:', 'http:'].includes(new URL(text.trim()).protocol)
  } catch {
    return false
  }
}
