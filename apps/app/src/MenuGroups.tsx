import { IonIcon, IonItem, IonLabel, IonList } from '@ionic/react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { type MenuGroup, useMenu } from './menu.ts'
import { to } from './platform/paths.ts'

function Group({ name, items }: MenuGroup) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <section className="stack">
      <h2 id={id}>{t(`menu.group.${name}`)}</h2>
      <IonList className="card group-list" lines="full" aria-labelledby={id}>
        {items.map(({ name, path, icon }) => (
          <IonItem key={name} routerLink={to(path)}>
            <IonIcon slot="start" icon={icon} aria-hidden="true" />
            <IonLabel>{t(`menu.${name}`)}</IonLabel>
          </IonItem>
        ))}
      </IonList>
    </section>
  )
}

/** The groups of the menu on a page: the native shell has no side menu. */
export function MenuGroups() {
  const { t } = useTranslation()
  return (
    <nav className="panes" aria-label={t('menu.label')}>
      {useMenu().groups.map((group) => (
        <Group key={group.name} {...group} />
      ))}
    </nav>
  )
}
