import type { Skill } from '@reflet/contract/skills'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { matches } from '../../../platform/search.ts'
import { SearchBar } from '../../../ui/SearchBar.tsx'
import styles from './offer.module.css'

/** Selects one skill of the catalogue, the company's own first. */
export function OfferSkill({ skills, onChoose }: { skills: readonly Skill[]; onChoose: (id: string) => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const query = useDeferredValue(typed)
  const found = skills
    .filter(({ name, description }) => matches(query, name, description))
    .sort((a, b) => Number(b.custom) - Number(a.custom))
  return (
    <section className="stack" aria-label={t('offer.which')}>
      <h2>{t('offer.which')}</h2>
      <SearchBar label={t('skills.search')} value={typed} onChange={setTyped} />
      {found.length === 0 ? <p className="quiet">{t('skills.none')}</p> : null}
      <div className={`option-list ${styles.offerSkills}`}>
        {found.map(({ id, name, description }) => (
          <button type="button" className="option" key={id} onClick={() => onChoose(id)}>
            <span>
              <strong dir="auto">{name}</strong>
              <span className="quiet small" dir="auto">
                {description}
              </span>
            </span>
          </button>
        ))}
      </div>
    </section>
  )
}
