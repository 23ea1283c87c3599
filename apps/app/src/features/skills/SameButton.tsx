import { IonIcon } from '@ionic/react'
import { checkmarkOutline } from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import styles from './skills.module.css'

interface Props {
  skill: string
  pressed: boolean
  onPress: (pressed: boolean) => void
}

/** Confirms the last rating: it counts as a new one. */
export function SameButton({ skill, pressed, onPress }: Props) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className={styles.sameButton}
      aria-pressed={pressed}
      aria-label={t('self.same_for', { skill })}
      onClick={() => onPress(!pressed)}
    >
      {pressed ? <IonIcon icon={checkmarkOutline} aria-hidden="true" /> : null}
      <span>{t('self.same')}</span>
    </button>
  )
}
