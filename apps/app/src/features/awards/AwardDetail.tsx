import { IonButton, useIonRouter } from '@ionic/react'
import type { Award } from '@reflet/contract/awards'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { WITH_YEAR } from '../../platform/days.ts'
import { toApiError } from '../../platform/errors.ts'
import { fullName } from '../../platform/full-name.ts'
import { formatDate } from '../../platform/locale.ts'
import { to } from '../../platform/paths.ts'
import { useUser } from '../../platform/session.ts'
import { AwardDrawing } from '../../ui/AwardDrawing.tsx'
import { useConfirm } from '../../ui/confirm.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { useToast } from '../../ui/toast.ts'
import { bringToAward } from '../directory/handover.api.ts'
import { AwardShare } from './AwardShare.tsx'
import { awardQuery, isGone, useHideAward, useWithdrawAward } from './awards.api.ts'
import styles from './awards.module.css'

/** One award in full: type, giver, receiver, message, visibility, and my actions. */
export function AwardDetail({ id }: { id: string }) {
  const { data, error, isPending, refetch } = useQuery(awardQuery(id))
  if (error && (!data || isGone(error))) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (isPending) return <Skeleton rows={3} avatar={false} />
  return <Details award={data} />
}

function Details({ award }: { award: Award }) {
  const { t } = useTranslation()
  const own = useUser()?.id
  const { type, giver, receiver, message, visibility } = award
  const isMine = own === giver.id || own === receiver.id
  return (
    <div className="stack">
      <article className={`card ${styles.awardCard}`}>
        <AwardDrawing icon={type.icon} size={144} />
        <h2 dir="auto">{type.name}</h2>
        {type.description ? (
          <p className="quiet" dir="auto">
            {type.description}
          </p>
        ) : null}
        <p className={styles.awardNames}>
          <span>{own === receiver.id ? t('awards.one.to_you') : t('awards.one.to', { name: fullName(receiver) })}</span>
          <span>{own === giver.id ? t('awards.one.from_you') : t('awards.one.from', { name: fullName(giver, t('answers.former')) })}</span>
        </p>
        {message ? (
          <blockquote className={styles.awardMessage} dir="auto">
            {message}
          </blockquote>
        ) : null}
        <p className="quiet small">{formatDate(award.created_at, WITH_YEAR)}</p>
      </article>
      <TrustLine sealed={visibility === 'private'}>{t(`awards.one.trust_${visibility}`)}</TrustLine>
      {isMine ? <AwardShare award={award} /> : <ThankToo award={award} />}
      <OwnActions award={award} />
    </div>
  )
}

/** The reader of an award on the feed can thank the colleague, too. */
function ThankToo({ award: { type, receiver } }: { award: Award }) {
  const { t } = useTranslation()
  const router = useIonRouter()
  const thank = () => {
    bringToAward({ ...receiver, user_id: receiver.id })
    router.push(to(`/award-contacts?type=${type.id}`), 'forward')
  }
  return (
    <IonButton fill="outline" className="start" onClick={thank}>
      {t('awards.one.too', { name: fullName(receiver) })}
    </IonButton>
  )
}

function OwnActions({ award }: { award: Award }) {
  const { t } = useTranslation()
  const ask = useConfirm()
  const router = useIonRouter()
  const toast = useToast()
  const hide = useHideAward()
  const withdraw = useWithdrawAward()
  const { can, id } = award
  const takeBack = () =>
    withdraw.mutate(id, {
      onSuccess: () => {
        toast(t('awards.one.withdrawn'))
        router.push(to('/award-list?box=given'), 'back', 'replace')
      },
    })
  const confirm = () =>
    ask({
      header: t('awards.one.withdraw_title'),
      message: t('awards.one.withdraw_text', { name: fullName(award.receiver) }),
      action: t('awards.one.withdraw_confirm'),
      onConfirm: takeBack,
    })
  const tooLate = withdraw.error && toApiError(withdraw.error).code === 'edit_window_closed'
  return (
    <>
      {hide.error ? <ErrorNotice error={hide.error} /> : null}
      {tooLate ? (
        <p className="notice" role="alert">
          {t('awards.one.too_late')}
        </p>
      ) : null}
      {withdraw.error && !tooLate ? <ErrorNotice error={withdraw.error} onRetry={takeBack} /> : null}
      {can.hide ? (
        <IonButton
          fill="clear"
          className="start"
          disabled={hide.isPending}
          onClick={() => hide.mutate(id, { onSuccess: () => toast(t('awards.one.hidden')) })}
        >
          {t('awards.one.hide')}
        </IonButton>
      ) : null}
      {can.withdraw ? (
        <IonButton fill="clear" color="danger" className="start" disabled={withdraw.isPending} onClick={confirm}>
          {t('awards.one.withdraw')}
        </IonButton>
      ) : null}
    </>
  )
}
