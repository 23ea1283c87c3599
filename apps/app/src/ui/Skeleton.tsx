import { useTranslation } from 'react-i18next'
import styles from './Skeleton.module.css'

/** Placeholder rows in the shape of the content. */
export function Skeleton({ rows = 4, avatar = true }: { rows?: number; avatar?: boolean }) {
  const { t } = useTranslation()
  return (
    <div role="status">
      <span className="visually-hidden">{t('common.loading')}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no other key
        <div className={styles.skeleton} data-testid="skeleton" key={row} aria-hidden="true">
          {avatar ? <i /> : null}
          <span>
            <b style={{ inlineSize: `${72 - ((row * 17) % 30)}%` }} />
            <b style={{ inlineSize: `${48 - ((row * 11) % 22)}%` }} />
          </span>
        </div>
      ))}
    </div>
  )
}
