import { SUGGESTION_REASONS, type Suggestion } from '@reflet/contract/people'
import { useTranslation } from 'react-i18next'

type Reason = (typeof SUGGESTION_REASONS)[number]
const isKnown = (reason: string): reason is Reason => (SUGGESTION_REASONS as readonly string[]).includes(reason)

/** The reason of a suggestion, in words; undefined for an unknown one. */
export function useReason() {
  const { t } = useTranslation()
  return ({ reason, relation }: Pick<Suggestion, 'reason' | 'relation'>) => {
    if (reason === 'hierarchy' && relation) return t(`relation.${relation}`)
    return isKnown(reason) ? t(`suggestions.${reason}`) : ''
  }
}
