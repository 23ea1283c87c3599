import { IonButton, useIonRouter } from '@ionic/react'
import type { RequestToAnswer } from '@reflet/contract/answers'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../../platform/full-name.ts'
import { formatDate } from '../../../platform/locale.ts'
import { to } from '../../../platform/paths.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx'
import { TrustLine } from '../../../ui/TrustLine.tsx'
import { bringToOffer } from '../../directory/handover.api.ts'
import { type ColleagueRef, refOf } from '../../directory/person.api.ts'
import { useReopenRequest } from '../feedback.api.ts'
import feedbackStyles from '../feedback.module.css'
import { RequestAbout } from '../RequestHeader.tsx'

/** A declined request: its content, the reason, and, while it is open, a way to answer after all. */
export function DeclinedGroup({ group, onReopened }: { group: RequestToAnswer; onReopened: () => void }) {
  const { t } = useTranslation()
  const { requester, confidential, feedbacks } = group
  const name = requester.first_name
  const reopen = useReopenRequest()
  const ids = feedbacks.filter(({ can }) => can.reopen).map(({ id }) => id)
  const date = formatDate(group.created_at, { dateStyle: 'long' })
  return (
    <article className="stack">
      <header className={`${feedbackStyles.requestHeader} stack`} data-testid="request-header">
        <div className="row">
          <Avatar person={requester} size={52} />
          <div className="grow">
            <h2>
              <bdi>{fullName(requester)}</bdi>
            </h2>
            <p className="quiet small">{t('answer.declined_one.asked', { date })}</p>
          </div>
        </div>
        <RequestAbout request={{ ...group, due_at: null }} />
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
        <TrustLine sealed={confidential}>
          {confidential ? t('answer.decline.confidential') : t('answer.declined_one.seen', { name })}
        </TrustLine>
      </section>
      <p className="quiet">
        {ids.length === 0
          ? t('answer.declined_one.final', { name })
          : confidential
            ? t('answer.declined_one.back_sealed')
            : t('answer.declined_one.back_text', { name })}
      </p>
      {reopen.error ? <ErrorNotice error={reopen.error} /> : null}
      <div className="form-actions">
        {ids.length > 0 ? (
          <IonButton
            disabled={reopen.isPending}
            onClick={() => void reopen.mutateAsync({ group: group.id, ids }).then(onReopened, () => undefined)}
          >
            {t('answer.declined_one.back')}
          </IonButton>
        ) : null}
        {requester.id ? <Offer only={ids.length === 0} person={{ ...refOf(requester), user_id: requester.id }} /> : null}
      </div>
    </article>
  )
}

/** A person who changes their mind later, or would rather choose the skill, gives unrequested feedback. */
function Offer({ person, only }: { person: ColleagueRef; only: boolean }) {
  const { t } = useTranslation()
  const router = useIonRouter()
  const offer = () => {
    bringToOffer(person)
    router.push(to('/offer-feedback'), 'forward')
  }
  return (
    <IonButton fill={only ? 'solid' : 'clear'} onClick={offer}>
      {t('offer.title')}
    </IonButton>
  )
}
