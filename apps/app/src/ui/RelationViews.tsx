import { IonButton } from '@ionic/react'
import { useTranslation } from 'react-i18next'
import { to } from '../platform/paths.ts'
import { useUser } from '../platform/session.ts'

const VIEWS = { contacts: '/contacts', hierarchy: '/badge-hierarchical-list', my_manager: '/my-manager' } as const

/** Says that three pages show the same people, and leads to the two others. */
export function RelationViews({ current }: { current: keyof typeof VIEWS }) {
  const { t } = useTranslation()
  const badges = useUser()?.company.badges_active
  const titles = { contacts: t('contacts.title'), hierarchy: t('hierarchy.title'), my_manager: t('my_manager.title') }
  const others = (['contacts', 'hierarchy', 'my_manager'] as const).filter((view) => view !== current && (badges || view !== 'hierarchy'))
  return (
    <aside>
      <p className="quiet small">{t('contacts.same_people')}</p>
      {others.map((view) => (
        <IonButton key={view} fill="clear" size="small" routerLink={to(VIEWS[view])}>
          {titles[view]}
        </IonButton>
      ))}
    </aside>
  )
}
