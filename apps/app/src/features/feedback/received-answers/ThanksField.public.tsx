import { MAX_THANKS, type NamedAnswer } from '@reflet/contract/received-answers'
import { useTranslation } from 'react-i18next'
import { TextAreaField } from '../../../ui/TextAreaField.tsx'
import { TrustLine } from '../../../ui/TrustLine.tsx'
import { giverKindOf } from './giver-kind.ts'
import styles from './rating.module.css'

const PHRASES = ['concrete', 'new', 'helped'] as const

interface Props {
  id: string
  value: string
  onChange: (thanks: string) => void
}

/** A text to the giver, and phrases that are added to it. */
export function ThanksField({ id, value, onChange }: Props) {
  const { t } = useTranslation()
  const add = (phrase: string) => {
    if (value.includes(phrase)) return
    onChange([value.trim(), phrase].filter(Boolean).join(' ').slice(0, MAX_THANKS))
  }
  return (
    <div>
      <TextAreaField
        id={id}
        label={t('useful.thanks.label')}
        dir="auto"
        maxLength={MAX_THANKS}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <ul className="chips" aria-label={t('useful.phrases')}>
        {PHRASES.map((phrase) => (
          <li key={phrase}>
            <button
              type="button"
              className={styles.phrase}
              aria-disabled={value.includes(t(`useful.phrase.${phrase}`))}
              onClick={() => add(t(`useful.phrase.${phrase}`))}
            >
              {t(`useful.phrase.${phrase}`)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The giver's name in the texts about a rating, and whether they are notified of it. */
export function useGiver(answer: NamedAnswer | undefined) {
  const { t } = useTranslation()
  const kind = answer ? giverKindOf(answer) : ('former' as const)
  return { kind, isNotified: kind !== 'former', name: answer?.giver.first_name || t('useful.guest') }
}

/** Who sees the rating and its words. */
export function ThanksTrust({ answer }: { answer: NamedAnswer }) {
  const { t } = useTranslation()
  const { kind, isNotified, name } = useGiver(answer)
  return <TrustLine sealed={!isNotified}>{t(`useful.readers.${kind}`, { name })}</TrustLine>
}
