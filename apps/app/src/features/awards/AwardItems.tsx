import { IonItem, IonLabel, IonList } from '@ionic/react'
import type { Award } from '@reflet/contract/awards'
import { useTranslation } from 'react-i18next'
import { relativeTime } from '../../platform/locale.ts'
import { fullName } from '../../platform/people.ts'
import { to } from '../../platform/runtime.ts'
import { AwardDrawing } from '../../ui/AwardDrawing.tsx'
import type { AwardBox } from './awards.api.ts'

interface Props {
  awards: readonly Award[]
  /** The list in which they stand says which names are worth telling. */
  box: AwardBox
  /** The one that stands open beside the list. */
  openId?: string | undefined
  /** Without it each leads to its own page. */
  onOpen?: (award: Award) => void
}

export function AwardItems({ awards, box, openId, onOpen }: Props) {
  const { t } = useTranslation()
  const wordsOf = ({ giver, receiver }: Award) => {
    const from = fullName(giver, t('answers.former'))
    if (box === 'received') return t('awards.one.from', { name: from })
    if (box === 'given') return t('awards.one.to', { name: fullName(receiver) })
    return t('awards.home.item', { giver: from, receiver: fullName(receiver) })
  }
  if (awards.length === 0) return null
  return (
    <IonList className="card group-list award-items" lines="full">
      {awards.map((award) => (
        <IonItem
          key={award.id}
          detail={!onOpen}
          className={award.id === openId ? 'is-open' : ''}
          aria-current={award.id === openId ? 'true' : undefined}
          {...(onOpen ? { button: true, onClick: () => onOpen(award) } : { routerLink: to(`/award?id=${award.id}`) })}
        >
          <span slot="start">
            <AwardDrawing icon={award.type.icon} size={48} />
          </span>
          <IonLabel className="ion-text-wrap">
            <strong dir="auto">{award.type.name}</strong>
            <span className="line">{wordsOf(award)}</span>
            {award.message ? (
              <span className="line quiet small clamp" dir="auto">
                {award.message}
              </span>
            ) : null}
            <span className="line quiet small">
              {relativeTime(award.created_at)}
              {box !== 'company' && award.visibility === 'company' ? ` · ${t('awards.list.on_feed')}` : ''}
            </span>
          </IonLabel>
        </IonItem>
      ))}
    </IonList>
  )
}
