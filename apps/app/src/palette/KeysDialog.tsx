import { IonButton } from '@ionic/react'
import { useTranslation } from 'react-i18next'
import { SEARCH_KEYS, showPanel, useKeysOn } from '../platform/shortcuts.ts'
import { Dialog, Keys } from './Dialog.tsx'
import { JUMPS } from './keys.ts'
import styles from './palette.module.css'

/** The keyboard shortcuts. */
export default function KeysDialog() {
  const { t } = useTranslation()
  const areOn = useKeysOn()
  const rows = [
    { name: t('palette.title'), combinations: [SEARCH_KEYS, ...(areOn ? [['/']] : [])] },
    ...(areOn
      ? [
          { name: t('palette.keys.title'), combinations: [['?']] },
          ...JUMPS.map(({ name, key }) => ({ name: t(`menu.${name}`), combinations: [['G', key.toUpperCase()]] })),
        ]
      : []),
  ]
  return (
    <Dialog panel="keys" label={t('palette.keys.title')}>
      <div className={styles.help}>
        <h2>{t('palette.keys.title')}</h2>
        <dl className={styles.keyList}>
          {rows.map(({ name, combinations }) => (
            <div key={name}>
              <dt>{name}</dt>
              {combinations.map((keys) => (
                <dd key={keys.join()}>
                  <Keys keys={keys} />
                </dd>
              ))}
            </div>
          ))}
        </dl>
        <p className="quiet small">{t('palette.keys.hint')}</p>
        <IonButton fill="outline" className="start" onClick={() => showPanel(null)}>
          {t('common.close')}
        </IonButton>
      </div>
    </Dialog>
  )
}
