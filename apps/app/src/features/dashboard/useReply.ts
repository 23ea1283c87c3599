import { MAX_STARS } from '@reflet/contract/quality'
import type { NamedAnswer } from '@reflet/contract/received-answers'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../platform/drafts.ts'
import { useRateAnswer } from '../feedback/received-answers/received-answers.api.ts'
import { useGiver } from '../feedback/received-answers/ThanksField.public.tsx'

interface Words {
  stars: number | null
  thanks: string
  will_try: string
}

const UNTOUCHED: Partial<Words> = {}

const isStars = (stars: number) => Number.isInteger(stars) && stars >= 1 && stars <= MAX_STARS

/** The reply to an answer: stars and a text, in the same draft as on its own page. */
export function useReply(answer: NamedAnswer | undefined, onSent: (result: string) => void) {
  const { t } = useTranslation()
  const rate = useRateAnswer()
  const { name, isNotified } = useGiver(answer)
  const id = answer?.id ?? ''
  const draft = useDraft<Partial<Words>>(`rating:${id}`, UNTOUCHED)
  // The draft of the previous answer is in place until this one is read.
  const [own, setOwn] = useState(id)
  useEffect(() => setOwn(id), [id])
  const { stars = null, thanks = '', will_try = '' } = draft.ready && own === id ? draft.value : UNTOUCHED
  const change = (part: Partial<Words>) => draft.set((old) => ({ ...old, ...part }))
  const send = () => {
    if (!id || stars === null || rate.isPending) return
    rate.mutate(
      { id, thanks: { stars, thanks: thanks.trim() || null, will_try: will_try.trim() || null } },
      {
        onSuccess: () => {
          draft.clear()
          onSent(isNotified ? t('useful.sent', { name }) : t('useful.kept'))
        },
      },
    )
  }
  return {
    stars,
    thanks,
    name,
    isNotified,
    isPending: rate.isPending,
    error: rate.variables?.id === id ? rate.error : null,
    send,
    choose: (count: number) => isStars(count) && change({ stars: count }),
    write: (text: string) => change({ thanks: text }),
  }
}

export type Reply = ReturnType<typeof useReply>
