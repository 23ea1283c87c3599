import { IonButton } from '@ionic/react'
import type { HierarchyLinkView } from '@reflet/contract/hierarchy'
import { RELATIONS } from '@reflet/contract/relations'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../platform/full-name.ts'
import { formatList } from '../../platform/lists.ts'
import { formatDate } from '../../platform/locale.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import styles from './hierarchy.module.css'

/** The saved lists, and until when they can be changed. */
export function ManagerReceipt({ view, onChange }: { view: HierarchyLinkView; onChange: () => void }) {
  const { t } = useTranslation()
  const receipt = useRef<HTMLDivElement>(null)
  // The scroll position of the board is kept: scrolls to the top.
  useEffect(() => {
    receipt.current?.focus({ preventScroll: true })
    void receipt.current?.closest('ion-content')?.scrollToTop()
  }, [])
  const lists = RELATIONS.map((relation) => ({ relation, people: view.people.filter((person) => person.relation === relation) }))
  return (
    <div className={`stack ${styles.receipt}`} ref={receipt} tabIndex={-1}>
      <EmptyState drawing="mail" title={t('answered.thanks')} text={t('manager.thanks', { name: view.employee.first_name })} />
      <dl className={`card ${styles.receiptLists}`}>
        {lists
          .filter(({ people }) => people.length > 0)
          .map(({ relation, people }) => (
            <div key={relation}>
              <dt>{t(`relation.${relation}`)}</dt>
              <dd>
                <bdi>{formatList(people.map((person) => fullName(person, person.email ?? '')))}</bdi>
              </dd>
            </div>
          ))}
      </dl>
      <p className="quiet">{t('manager.until', { date: formatDate(view.expires_at, { dateStyle: 'long' }) })}</p>
      <IonButton className="start" fill="outline" onClick={onChange}>
        {t('answered.edit')}
      </IonButton>
    </div>
  )
}
