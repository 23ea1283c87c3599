import { formatNumber } from '../platform/locale.ts'

/** A count beside a menu item or title; nothing at zero. `label` says in words what is counted. */
export const CountBadge = ({ count, label, slot }: { count: number; label: string; slot?: string }) =>
  count > 0 ? (
    <span className="count" slot={slot}>
      <span aria-hidden="true">
        {formatNumber(Math.min(count, 99))}
        {count > 99 ? '+' : ''}
      </span>
      <span className="visually-hidden">{label}</span>
    </span>
  ) : null
