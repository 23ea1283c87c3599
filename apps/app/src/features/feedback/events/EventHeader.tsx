import type { EventLinkView } from '@reflet/contract/events'
import { useTranslation } from 'react-i18next'
import { formatDay } from '../../../platform/days.ts'
import { fullName } from '../../../platform/full-name.ts'
import { formatNumber } from '../../../platform/locale.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { TrustLine } from '../../../ui/TrustLine.tsx'
import { FoldedHeader } from '../FoldedHeader.tsx'
import feedbackStyles from '../feedback.module.css'

interface Props {
  event: EventLinkView
  /** From the second step on. */
  folded: boolean
}

/** Title, organiser and skills of an event, and the visibility of the answers. */
export function EventHeader({ event, folded }: Props) {
  const { t } = useTranslation()
  const { confidentiality_threshold: count, organiser, skills } = event
  const date = <p className="quiet small">{t('event_link.date', { date: formatDay(event.takes_place_on) })}</p>
  const about = (
    <>
      <p>{t('event_link.welcome', { name: fullName(organiser), company: event.company_name })}</p>
      {skills.length > 1 ? (
        <ul className="chips">
          {skills.map(({ id, name }) => (
            <li className="chip" key={id} dir="auto">
              {name}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
  return (
    <header className={`${feedbackStyles.requestHeader} stack`} data-testid="request-header">
      {folded ? (
        <FoldedHeader person={organiser} title={event.title}>
          {date}
          {about}
        </FoldedHeader>
      ) : (
        <>
          <div className="row">
            <Avatar person={organiser} size={52} />
            <div className="grow">
              <h2>
                <bdi>{event.title}</bdi>
              </h2>
              {date}
            </div>
          </div>
          {about}
        </>
      )}
      <TrustLine sealed={event.confidential}>
        {event.confidential
          ? t('event_link.trust_confidential', { count, n: formatNumber(count), name: organiser.first_name })
          : t('trust.named', { name: organiser.first_name })}
      </TrustLine>
    </header>
  )
}
