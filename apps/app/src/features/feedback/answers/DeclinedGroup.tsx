import { IonButton, useIonRouter } from '@ionic/react'
import type { OwnGroup } from '@reflet/contract/groups'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../platform/locale.ts'
import { fullName } from '../../../platform/people.ts'
import { to } from '../../../platform/runtime.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { TrustLine } from '../../../ui/TrustLine.tsx'
import { offerTo, type Receiver } from '../offers/offer.api.ts'
import { RequestAbout } from '../RequestHeader.tsx'

/** A request that was declined: what was asked, what was said, and the way to give feedback after all. */
export function DeclinedGroup({ group }: { group: OwnGroup }) {
  const { t } = useTranslation()
  const { requester, confidential, feedbacks } = group
  const name = requester.first_name
  const date = formatDate(group.created_at, { dateStyle: 'long' })
  return (
    <article className="stack declined-group">
      <header className="request-header stack">
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
        <ul className="declined-skills">
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
      {requester.id ? <Offer person={{ ...requester, user_id: requester.id }} /> : null}
    </article>
  )
}

/** A refusal is final, as its requester was told: who changes their mind offers feedback. */
function Offer({ person }: { person: Receiver }) {
  const { t } = useTranslation()
  const router = useIonRouter()
  const offer = () => {
    offerTo(person)
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
