import { IonIcon } from '@ionic/react'
import { alertCircleOutline, checkmarkCircleOutline } from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../platform/full-name.ts'
import { formatList } from '../../platform/lists.ts'
import { formatNumber } from '../../platform/locale.ts'
import { useKnownAddresses } from './contacts.api.ts'
import styles from './contacts.module.css'
import type { LineProblem, ListedPerson, ParsedList } from './parse-list.ts'

/** Maximum number of rows in the preview; the others are counted. */
const SHOWN = 100

/** A preview of the import: valid people, invalid lines, and existing contacts. Nothing is sent. */
export function ImportPreview({ parsed }: { parsed: ParsedList }) {
  const { t } = useTranslation()
  const { people, problems } = parsed
  const known = useKnownAddresses()
  const twice = people.filter(({ email }) => known.has(email)).length
  const fresh = people.length - twice
  return (
    <>
      <div className={styles.importSum} role="status">
        <p className={styles.sumGood}>
          <IonIcon icon={checkmarkCircleOutline} aria-hidden="true" />
          {t('contacts.import.ready', { count: fresh, n: formatNumber(fresh) })}
        </p>
        {problems.length > 0 ? (
          <p className={styles.sumBad}>
            <IonIcon icon={alertCircleOutline} aria-hidden="true" />
            {t('contacts.import.to_mend', { count: problems.length, n: formatNumber(problems.length) })}
          </p>
        ) : null}
        {twice > 0 ? <p className="quiet">{t('contacts.import.known_count', { count: twice, n: formatNumber(twice) })}</p> : null}
      </div>
      {problems.length > 0 ? <Problems problems={problems} /> : null}
      {people.length > 0 ? <People people={people} known={known} /> : null}
    </>
  )
}

function Problems({ problems }: { problems: readonly LineProblem[] }) {
  const { t } = useTranslation()
  return (
    <div className={`notice ${styles.importProblems}`} data-testid="import-problems">
      <h2>{t('contacts.import.problems')}</h2>
      <ul>
        {problems.slice(0, SHOWN).map((problem, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same line may be wrong in two ways
          <li key={index}>
            <strong>{t('contacts.import.line', { n: formatNumber(problem.line) })}</strong>
            <span className={styles.importText}>
              <bdi>{problem.text}</bdi>
            </span>
            <span>{t(`contacts.problem.${problem.code}`, { value: problem.value })}</span>
          </li>
        ))}
      </ul>
      <Rest count={problems.length - SHOWN} />
    </div>
  )
}

function People({ people, known }: { people: readonly ListedPerson[]; known: ReadonlySet<string> }) {
  const { t } = useTranslation()
  return (
    <div className={`card ${styles.importTable}`}>
      <table aria-label={t('contacts.import.preview')}>
        <thead>
          <tr>
            <th scope="col">{t('contacts.import.line_head')}</th>
            <th scope="col">{t('contacts.import.person')}</th>
            <th scope="col">{t('contacts.import.note')}</th>
          </tr>
        </thead>
        <tbody>
          {people.slice(0, SHOWN).map((person) => (
            <tr key={person.email}>
              <td>{formatNumber(person.line)}</td>
              <td>
                <strong>
                  <bdi>{fullName(person, person.email)}</bdi>
                </strong>
                {fullName(person) ? (
                  <span className="line quiet small">
                    <bdi>{person.email}</bdi>
                  </span>
                ) : null}
              </td>
              <td>
                {person.relation ? <span className="chip">{t(`relation.${person.relation}`)}</span> : null}
                {known.has(person.email) ? <span className="line quiet small">{t('contacts.import.known')}</span> : null}
                {person.again.length > 0 ? (
                  <span className="line quiet small">
                    {t('contacts.import.again', {
                      count: person.again.length,
                      lines: formatList(person.again.slice(0, 5).map((line) => formatNumber(line))),
                    })}
                  </span>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Rest count={people.length - SHOWN} />
    </div>
  )
}

function Rest({ count }: { count: number }) {
  const { t } = useTranslation()
  return count > 0 ? <p className="quiet small">{t('contacts.import.rest', { count, n: formatNumber(count) })}</p> : null
}
