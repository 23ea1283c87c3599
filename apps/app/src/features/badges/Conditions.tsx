import type { Badge, BadgeCondition } from '@reflet/contract/badges'
import { checkmarkCircle, ellipseOutline } from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import { formatMean, formatMeanOf, formatNumber } from '../../platform/locale.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './badges.module.css'

function useWords() {
  const { t } = useTranslation()
  return ({ name, have, need }: BadgeCondition): string => {
    switch (name) {
      case 'superior':
        return t('badges.condition.superior')
      case 'mean':
        return t(have > 0 ? 'badges.condition.mean' : 'badges.condition.mean_none', {
          have: formatMeanOf(have, need),
          need: formatMean(need),
        })
      case 'ratings':
      case 'people':
      case 'relations':
        // More than enough is enough: “11 of 5” reads like a mistake.
        return t(`badges.condition.${name}`, { have: formatNumber(Math.min(have, need)), need: formatNumber(need) })
      default:
        return name
    }
  }
}

/** Each condition of a badge, and whether it is met. */
export function Conditions({ conditions }: Pick<Badge, 'conditions'>) {
  const { t } = useTranslation()
  const wordsOf = useWords()
  return (
    <ul className={styles.conditions}>
      {conditions.map((condition) => (
        <li key={condition.name} className={condition.met ? styles.isMet : undefined}>
          <Icon icon={condition.met ? checkmarkCircle : ellipseOutline} size="1.25rem" />
          <span>
            {wordsOf(condition)}
            <span className="visually-hidden">, {t(condition.met ? 'badges.is_met' : 'badges.is_unmet')}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The bar repeats the words beside it. */
export function Met({ conditions }: Pick<Badge, 'conditions'>) {
  const { t } = useTranslation()
  const met = conditions.filter((condition) => condition.met).length
  return (
    <div>
      <span className="quiet small">{t('badges.met', { count: met, n: formatNumber(met), all: formatNumber(conditions.length) })}</span>
      <progress className={styles.progress} value={met} max={conditions.length} aria-hidden="true" />
    </div>
  )
}

const NEXT = ['superior', 'relations', 'people', 'ratings', 'mean'] as const
export type Missing = (typeof NEXT)[number]

/** What would help next: what others can give comes first, and what cannot be asked for last. */
export const nextOf = (conditions: readonly BadgeCondition[]): Missing | undefined =>
  NEXT.find((name) => conditions.some((condition) => condition.name === name && !condition.met))
