import { IonList } from '@ionic/react'
import type { Award } from '@reflet/contract/awards'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../platform/full-name.ts'
import { relativeTime } from '../../platform/locale.ts'
import { to } from '../../platform/paths.ts'
import { AwardDrawing } from '../../ui/AwardDrawing.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import type { AwardBox } from './awards.api.ts'
import styles from './awards.module.css'

interface Props {
  awards: readonly Award[]
  /** The list determines which names are shown. */
  box: AwardBox
  /** The one that is open beside the list. */
  openId?: string | undefined
  /** Without it each links to its own page. */
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
    <IonList className={`card group-list ${styles.awardItems}`} data-testid="award-items" lines="full">
      {awards.map((award) => (
        <ListRow
          key={award.id}
          detail={!onOpen}
          isOpen={award.id === openId}
          start={<AwardDrawing icon={award.type.icon} size={48} />}
          {...(onOpen ? { button: true, onClick: () => onOpen(award) } : { routerLink: to(`/award?id=${award.id}`) })}
        >
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
        </ListRow>
      ))}
    </IonList>
  )
}
