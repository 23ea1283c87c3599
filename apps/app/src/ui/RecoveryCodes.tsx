import { IonButton } from '@ionic/react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../platform/files.ts'
import { CopyText } from './CopyText.tsx'
import styles from './RecoveryCodes.module.css'

/** New recovery codes, which are shown once: to copy, to save, and to confirm that this was done. */
export default function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation()
  const heading = useRef<HTMLParagraphElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const text = `Reflet\n\n${codes.join('\n')}\n`
  return (
    <div className="stack">
      <p ref={heading} tabIndex={-1}>
        {t('security.recovery.once')}
      </p>
      <ul className={styles.codes} dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="row">
        <CopyText text={text} label={t('security.recovery.copy')} />
        <button
          type="button"
          className="plain-button"
          onClick={() => void saveFile(new File([text], 'reflet-recovery-codes.txt', { type: 'text/plain' }))}
        >
          {t('security.recovery.save')}
        </button>
      </div>
      <IonButton expand="block" size="large" onClick={onDone}>
        {t('security.recovery.done')}
      </IonButton>
    </div>
  )
}
