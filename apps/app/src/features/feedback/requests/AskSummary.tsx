import { useTranslation } from 'react-i18next'
import { Names } from '../../../ui/Names.tsx'
import { nameOf } from '../../directory/person.api.ts'
import feedbackStyles from '../feedback.module.css'
import type { Asked } from './ask.ts'

interface Props {
  people: readonly Asked[]
  skills: readonly string[]
  onPeople: () => void
  onSkills: () => void
}

/** What is about to be sent: to which people, about which skills, each with its way back. */
export function AskSummary({ people, skills, onPeople, onSkills }: Props) {
  const { t } = useTranslation()
  const rows = [
    { name: 'to', values: people.map(nameOf), onChange: onPeople },
    { name: 'about', values: skills, onChange: onSkills },
  ] as const
  return (
    <div className={`card ${feedbackStyles.summary}`}>
      {rows.map(({ name, values, onChange }) => (
        <div key={name}>
          <dl>
            <dt className="quiet small">{t(`ask.summary.${name}`)}</dt>
            <dd>
              <Names names={values} />
            </dd>
          </dl>
          <button type="button" className="plain-button" aria-label={t(`ask.summary.change_${name}`)} onClick={onChange}>
            {t('ask.summary.change')}
          </button>
        </div>
      ))}
    </div>
  )
}
