import { useQuery } from '@tanstack/react-query'
import { dueTriesQuery } from './growth.api.ts'
import { TryCard } from './TryCard.public.tsx'

/** "Did it help?" about the newest try that is due; nothing without one. */
export function DueTry() {
  const { data } = useQuery(dueTriesQuery)
  const [first] = data?.tries ?? []
  return first ? <TryCard one={first} heading="h2" /> : null
}
