import { MAX_MESSAGE } from '@reflet/contract/answers'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { PersonOption } from '../directory/PersonOption.public.tsx'
import styles from './onboarding.module.css'
import type { useFirstRequest } from './useFirstRequest.ts'

/** The first request, filled in: one press sends it; people, skills and message can be changed here. */
export function FirstRequest({ first, disabled }: { first: ReturnType<typeof useFirstRequest>; disabled: boolean }) {
  const { t } = useTranslation()
  const id = useId()
  const { people, skills } = first
  const count = first.request.recipients.length
  const title = count > 0 ? t('onboarding.finished.ask', { count, n: formatNumber(count) }) : t('onboarding.finished.choose')
  return (
    <div className={styles.firstRequest}>
      <EmptyState celebrates drawing="ask" title={title} text={t('onboarding.finished.ask_text')} />
      <section className="option-list" aria-label={t('onboarding.finished.choose')}>
        {people.map((person) => (
          <PersonOption
            key={person.id}
            person={person}
            detail={t(`relation.${person.relation}`)}
            checked={first.isAsked(person.id)}
            disabled={disabled}
            onChange={() => first.togglePerson(person.id)}
          />
        ))}
      </section>
      <section className="stack" aria-labelledby={id}>
        <h2 id={id}>{t('onboarding.finished.about')}</h2>
        <div className="option-list">
          {skills.map((skill) => (
            <label className="option" key={skill.id}>
              <input type="checkbox" checked={first.isAbout(skill.id)} disabled={disabled} onChange={() => first.toggleSkill(skill.id)} />
              <strong dir="auto">{skill.name}</strong>
            </label>
          ))}
        </div>
      </section>
      <TextAreaField
        id="first-message"
        label={t('ask.words.message')}
        maxLength={MAX_MESSAGE}
        dir="auto"
        value={first.message}
        disabled={disabled}
        onChange={({ target }) => first.write(target.value)}
      />
      <TrustLine>{t('ask.words.named_hint')}</TrustLine>
    </div>
  )
}
