import { formatNumber } from '../platform/locale.ts'
import styles from './CountBadge.module.css'

/** A count beside a menu item or title; hidden at zero. `label` is its accessible text. */
export const CountBadge = ({ count, label, slot }: { count: number; label: string; slot?: string }) =>
  count > 0 ? (
    <span className={`${styles.count} count`} data-testid="count" slot={slot}>
      <span aria-hidden="true">
        {formatNumber(Math.min(count, 99))}
        {count > 99 ? '+' : ''}
      </span>
      <span className="visually-hidden">{label}</span>
    </span>
  ) : null
