import { MAX_AWARD_MESSAGE, VISIBILITIES } from '@reflet/contract/awards'
import { useTranslation } from 'react-i18next'
import { TextAreaField } from '../../ui/Field.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import type { GivingDraft } from './award-draft.ts'
import styles from './awards.module.css'

interface Props {
  draft: GivingDraft
  onChange: (part: Partial<GivingDraft>) => void
}

/** The message, and its visibility. */
export function AwardWords({ draft, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <section className="stack" aria-label={t('awards.words.title')}>
      <h2>{t('awards.words.title')}</h2>
      <TextAreaField
        id="award-message"
        label={t('ask.words.message')}
        hint={t('awards.words.hint')}
        maxLength={MAX_AWARD_MESSAGE}
        dir="auto"
        value={draft.message}
        onChange={({ target }) => onChange({ message: target.value })}
      />
      <fieldset className={styles.awardChoose}>
        <legend className="field-label">{t('awards.words.who')}</legend>
        {VISIBILITIES.map((visibility) => (
          <label className="option" key={visibility}>
            <input
              type="radio"
              name="award-visibility"
              checked={draft.visibility === visibility}
              onChange={() => onChange({ visibility })}
            />
            <span>
              <strong>{t(`awards.words.${visibility}`)}</strong>
              <span className="quiet small">{t(`awards.words.${visibility}_hint`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <TrustLine sealed>{t('trust.words')}</TrustLine>
    </section>
  )
}
