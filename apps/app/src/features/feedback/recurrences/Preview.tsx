import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx'
import { Rounds } from './Rounds.tsx'
import { isPlanned, type PlanDraft, toPreview } from './recurrence.ts'
import { previewQuery } from './recurrences.api.ts'

/** The next rounds as the server computes them; its errors are shown at their fields. */
export function Preview({ plan, recurrenceId }: { plan: PlanDraft; recurrenceId: string | undefined }) {
  const shown = useDeferredValue(plan)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...previewQuery(toPreview(shown, recurrenceId)),
    enabled: isPlanned(shown),
  })
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  return data && isPlanned(plan) ? <Rounds rounds={data.rounds} busy={isPlaceholderData || shown !== plan} /> : null
}
