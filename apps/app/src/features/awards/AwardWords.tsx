import { MAX_AWARD_MESSAGE, VISIBILITIES } from '@reflet/contract/awards'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import type { GivingDraft } from './award-draft.ts'
import { awardTypesQuery } from './awards.api.ts'
import styles from './awards.module.css'

interface Props {
  draft: GivingDraft
  onChange: (part: Partial<GivingDraft>) => void
}

/** The message, and its visibility. */
export function AwardWords({ draft, onChange }: Props) {
  const { t } = useTranslation()
  // By the company's policy everyone may thank on its feed, or administrators only.
  const mayShare = useQuery(awardTypesQuery).data?.may_share ?? true
  const isRefused = !mayShare && draft.visibility === 'company'
  useEffect(() => {
    if (isRefused) onChange({ visibility: 'private' })
  }, [isRefused, onChange])
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
        {VISIBILITIES.filter((visibility) => mayShare || visibility === 'private').map((visibility) => (
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
