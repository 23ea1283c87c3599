import { copyOutline } from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../../platform/clipboard.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { useToast } from '../../../ui/toast.ts'
import styles from './sign-in.module.css'

interface Line {
  label: string
  value: string
}

/** Addresses and other values that are entered elsewhere: each with a button that copies it. Left to right in every language. */
export function CopyLines({ lines }: { lines: readonly Line[] }) {
  const { t } = useTranslation()
  const toast = useToast()
  const copy = async (value: string) => toast(t((await copyText(value)) ? 'admin.sign_in.copied' : 'admin.sign_in.not_copied'))
  return (
    <dl className={styles.facts}>
      {lines.map(({ label, value }) => (
        <div key={label} className={styles.copied}>
          <dt>{label}</dt>
          <dd>
            <code dir="ltr">{value}</code>
          </dd>
          <dd>
            <button
              type="button"
              className="icon-button"
              aria-label={t('admin.sign_in.copy', { what: label })}
              onClick={() => void copy(value)}
            >
              <Icon icon={copyOutline} />
            </button>
          </dd>
        </div>
      ))}
    </dl>
  )
}
