import { IonButton, useIonRouter } from '@ionic/react'
import type { RequestToAnswer } from '@reflet/contract/answers'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../../platform/full-name.ts'
import { formatDate } from '../../../platform/locale.ts'
import { to } from '../../../platform/paths.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { TrustLine } from '../../../ui/TrustLine.tsx'
import { bringToOffer } from '../../directory/handover.api.ts'
import { type ColleagueRef, refOf } from '../../directory/person.api.ts'
import feedbackStyles from '../feedback.module.css'
import { RequestAbout } from '../RequestHeader.tsx'

/** A declined request: its content, the reason, and a link to give feedback after all. */
export function DeclinedGroup({ group }: { group: RequestToAnswer }) {
  const { t } = useTranslation()
  const { requester, confidential, feedbacks } = group
  const name = requester.first_name
  const date = formatDate(group.created_at, { dateStyle: 'long' })
  return (
    <article className="stack">
      <header className={`${feedbackStyles.requestHeader} request-header stack`}>
        <div className="row">
          <Avatar person={requester} size={52} />
          <div className="grow">
            <h2>
              <bdi>{fullName(requester)}</bdi>
            </h2>
            <p className="quiet small">{t('answer.declined_one.asked', { date })}</p>
          </div>
        </div>
        <RequestAbout request={group} />
      </header>
      <section className="card stack">
        <h3>{t('answer.declined_one.title')}</h3>
        <ul className={feedbackStyles.declinedSkills}>
          {feedbacks.map(({ id, skill, reason }) => (
            <li key={id}>
              <strong dir="auto">{skill.name}</strong>
              {reason ? (
                <p className="quiet">
                  {t('answer.declined_one.reason')} <bdi>{reason}</bdi>
                </p>
              ) : null}
            </li>
          ))}
        </ul>
        <TrustLine sealed={confidential}>{confidential ? t('answer.decline.untold') : t('answer.declined_one.seen', { name })}</TrustLine>
      </section>
      {requester.id ? <Offer person={{ ...refOf(requester), user_id: requester.id }} /> : null}
    </article>
  )
}

/** Declining is final, because its requester was notified: a person who changes their mind gives unrequested feedback. */
function Offer({ person }: { person: ColleagueRef }) {
  const { t } = useTranslation()
  const router = useIonRouter()
  const offer = () => {
    bringToOffer(person)
    router.push(to('/offer-feedback'), 'forward')
  }
  return (
    <>
      <p className="quiet">{t('answer.declined_one.final', { name: person.first_name })}</p>
      <div className="form-actions">
        <IonButton onClick={offer}>{t('offer.title')}</IonButton>
      </div>
    </>
  )
}
