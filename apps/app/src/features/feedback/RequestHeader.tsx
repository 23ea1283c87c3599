import type { Asked } from '@reflet/contract/answers'
import type { Person } from '@reflet/contract/common'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../platform/full-name.ts'
import { formatDate, formatNumber } from '../../platform/locale.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { FoldedHeader } from './FoldedHeader.tsx'
import feedbackStyles from './feedback.module.css'

interface Props {
  request: About & { requester: Person; confidential: boolean; asked?: Asked | null }
  /** The threshold of a confidential request. */
  threshold: number
  /** From the second skill on: one line that unfolds. The visibility of the answer is always shown. */
  folded?: boolean
}

/** Requester, context, due date, and the visibility of the answer. */
export function RequestHeader({ request, threshold, folded = false }: Props) {
  const { t } = useTranslation()
  const { requester } = request
  const name = fullName(requester)
  const job = requester.job_title ? (
    <p className="quiet">
      <bdi>{requester.job_title}</bdi>
    </p>
  ) : null
  const asked = request.asked ? <AskedLine asked={request.asked} /> : null
  return (
    <header className={`${feedbackStyles.requestHeader} stack`} data-testid="request-header">
      {folded ? (
        <FoldedHeader person={requester} title={name}>
          {job}
          <RequestAbout request={request} />
          {asked}
        </FoldedHeader>
      ) : (
        <>
          <div className="row">
            <Avatar person={requester} size={52} />
            <div className="grow">
              <h2>
                <bdi>{name}</bdi>
              </h2>
              {job}
            </div>
          </div>
          <RequestAbout request={request} />
        </>
      )}
      <TrustLine sealed={request.confidential}>
        {request.confidential
          ? t('trust.confidential', { count: threshold, n: formatNumber(threshold), name: requester.first_name })
          : t('trust.named', { name: requester.first_name })}
      </TrustLine>
      {folded ? null : asked}
    </header>
  )
}

/** Confidential: how many colleagues and external people were asked, and how many count where not all of them do, so that the giver can judge the anonymity. */
function AskedLine({ asked: { colleagues: inside, outsiders: outside, counting } }: { asked: Asked }) {
  const { t } = useTranslation()
  const colleagues = t('trust.colleagues', { count: inside, n: formatNumber(inside) })
  const outsiders = t('trust.outsiders', { count: outside, n: formatNumber(outside) })
  return (
    <p className="quiet small">
      {outside > 0 ? t('trust.asked', { colleagues, outsiders }) : t('trust.asked_inside', { colleagues })}
      {counting === undefined ? null : ` ${t('trust.counting', { count: counting, n: formatNumber(counting) })}`}
    </p>
  )
}

interface About {
  context: string | null
  message: string | null
  due_at: string | null
}

/** The context of a request in its sender's words, and the due date; nothing if both are empty. */
export function RequestAbout({ request }: { request: About }) {
  const { t } = useTranslation()
  return (
    <>
      {request.context ? (
        <p>
          <strong>{t('answer.about')}</strong> <bdi>{request.context}</bdi>
        </p>
      ) : null}
      {request.message ? (
        <blockquote className={feedbackStyles.message} dir="auto">
          {request.message}
        </blockquote>
      ) : null}
      {request.due_at ? <p className="quiet small">{t('answer.due', { date: formatDate(request.due_at) })}</p> : null}
    </>
  )
}
