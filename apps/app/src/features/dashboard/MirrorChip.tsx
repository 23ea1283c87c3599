import type { Mirror } from '@reflet/contract/statistics'
import { useTranslation } from 'react-i18next'
import styles from './dashboard.module.css'

const LOOK: Record<Mirror, string | undefined> = {
  strength: styles.mirrorStrong,
  hidden_strength: styles.mirrorStrong,
  blind_spot: styles.mirrorWeak,
  to_develop: styles.mirrorWeak,
  in_line: '',
  unknown: '',
}

/** The comparison of the two views. */
export function MirrorChip({ mirror }: { mirror: Mirror }) {
  const { t } = useTranslation()
  return <span className={`chip mirror-${mirror} ${LOOK[mirror]}`}>{t(`mirror.${mirror}.label`)}</span>
}
