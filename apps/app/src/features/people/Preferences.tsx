import { IonIcon, IonToggle } from '@ionic/react'
import { contrastOutline, moonOutline, sunnyOutline } from 'ionicons/icons'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseKeys, mayHaveKeys, useKeysOn } from '../../platform/shortcuts.ts'
import { chooseTheme, type Theme, useTheme } from '../../platform/theme.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { LanguageSelect } from '../../ui/LanguageSelect.tsx'
import { useChangeLocale } from './people.api.ts'
import styles from './profile.module.css'

const THEMES: readonly { value: Theme; icon: string }[] = [
  { value: 'system', icon: contrastOutline },
  { value: 'light', icon: sunnyOutline },
  { value: 'dark', icon: moonOutline },
]

function Appearance() {
  const { t } = useTranslation()
  const theme = useTheme()
  const name = useId()
  return (
    <fieldset className={styles.choices}>
      <legend>{t('profile.appearance')}</legend>
      <div className={styles.choicesRow}>
        {THEMES.map(({ value, icon }) => (
          <label className={styles.choice} data-testid="choice" key={value}>
            <input type="radio" name={name} checked={theme === value} onChange={() => chooseTheme(value)} />
            <IonIcon icon={icon} aria-hidden="true" />
            <span>{t(`profile.theme.${value}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Keys without a modifier can be switched off (WCAG 2.1.4). */
function SingleKeys() {
  const { t } = useTranslation()
  const areOn = useKeysOn()
  return (
    <div>
      <IonToggle className={styles.toggle} justify="space-between" checked={areOn} onIonChange={({ detail }) => chooseKeys(detail.checked)}>
        {t('palette.keys.switch')}
      </IonToggle>
      <p className="quiet small">{t('palette.keys.switch_text')}</p>
    </div>
  )
}

export function Preferences() {
  const { t } = useTranslation()
  const change = useChangeLocale()
  return (
    <section className="stack">
      <h2>{t('profile.preferences')}</h2>
      <div className="card stack">
        {change.error ? <ErrorNotice error={change.error} /> : null}
        <div>
          <label className="field-label" htmlFor="profile-language">
            {t('common.language')}
          </label>
          <LanguageSelect id="profile-language" disabled={change.isPending} onChange={(locale) => change.mutate(locale)} />
        </div>
        <Appearance />
        {mayHaveKeys() ? <SingleKeys /> : null}
      </div>
    </section>
  )
}
