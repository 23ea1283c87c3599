import { IonButton } from '@ionic/react'
import type { CoffeeLinkView } from '@reflet/contract/coffee'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { fullName } from '../../platform/full-name.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { useConfirm } from '../../ui/confirm.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { CoffeeLinkFrame } from './CoffeeLinkFrame.tsx'
import { CoffeeChoices, CoffeeWhere, Moment } from './CoffeeTimes.tsx'
import { useAcceptLink, useDeclineLink } from './coffee.api.ts'
import styles from './coffee.module.css'

/** The page of the invitation mail, without login: choose a time, or decline. */
export default function CoffeeLinkPage() {
  const { token = '' } = useParams()
  return <CoffeeLinkFrame token={token}>{(view) => <Proposal token={token} view={view} />}</CoffeeLinkFrame>
}

function Proposal({ token, view }: { token: string; view: CoffeeLinkView }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const accept = useAcceptLink(token)
  const decline = useDeclineLink(token)
  const { slots, slot, status, can, minutes, place, message, time_zone } = view
  const name = fullName(view.organiser, t('answers.former'))
  const say = () => decline.mutate()
  const ask = () =>
    confirm({
      header: t('coffee.decline_title'),
      message: t(status === 'accepted' ? 'coffee.end_text_agreed' : 'coffee.end_text', { name }),
      action: t('coffee.decline'),
      cancel: t('common.back'),
      onConfirm: say,
    })
  const open = status === 'pending' || status === 'accepted'
  return (
    <article className="stack">
      <header className="card row">
        <Avatar person={view.organiser} size={56} />
        <div className="grow">
          <h2>{t(open ? 'coffee.link.welcome' : 'coffee.with_theirs', { name, company: view.company_name })}</h2>
          {can.accept ? <p className="quiet">{t('coffee.link.no_account')}</p> : null}
        </div>
      </header>
      {message ? (
        <blockquote className={styles.coffeeMessage} dir="auto">
          {message}
        </blockquote>
      ) : null}
      <div role="status" className="stack">
        {slot ? (
          <div className="notice notice-calm">
            <p>{t('coffee.link.accepted')}</p>
            <Moment at={slot} zone={time_zone} />
            <p className="small">{t(view.mails_stopped ? 'coffee.link.no_mail' : 'coffee.link.mail')}</p>
          </div>
        ) : null}
        {open ? null : <p className="notice notice-gentle">{t(`coffee.told.${status}.theirs`, { name })}</p>}
      </div>
      {open ? <CoffeeWhere minutes={minutes} place={place} /> : null}
      {can.accept ? (
        <CoffeeChoices slots={slots} zone={time_zone} disabled={accept.isPending} onChoose={(chosen) => accept.mutate(chosen)} />
      ) : null}
      {accept.error ? <ErrorNotice error={accept.error} /> : null}
      {decline.error ? <ErrorNotice error={decline.error} onRetry={say} /> : null}
      {can.decline ? (
        <IonButton className="start" fill="clear" disabled={decline.isPending} onClick={ask}>
          {t(status === 'accepted' ? 'coffee.link.decline_agreed' : 'coffee.link.decline')}
        </IonButton>
      ) : null}
      <TrustLine>{t(can.accept ? 'coffee.link.trust' : 'coffee.trust', { name })}</TrustLine>
    </article>
  )
}
