import { IonButton } from '@ionic/react'
import { RELATIONS } from '@reflet/contract/groups'
import type { HierarchyLinkView } from '@reflet/contract/hierarchy'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatList } from '../../platform/locale.ts'
import { fullName } from '../../platform/people.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** What was saved, and until when it may be changed. */
export function ManagerReceipt({ view, onChange }: { view: HierarchyLinkView; onChange: () => void }) {
  const { t } = useTranslation()
  const receipt = useRef<HTMLDivElement>(null)
  // It stands where the board was scrolled to.
  useEffect(() => {
    receipt.current?.focus({ preventScroll: true })
    void receipt.current?.closest('ion-content')?.scrollToTop()
  }, [])
  const lists = RELATIONS.map((relation) => ({ relation, people: view.people.filter((person) => person.relation === relation) }))
  return (
    <div className="stack receipt" ref={receipt} tabIndex={-1}>
      <EmptyState drawing="mail" title={t('answered.thanks')} text={t('manager.thanks', { name: view.employee.first_name })} />
      <dl className="card receipt-lists">
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
