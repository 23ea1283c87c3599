import type { Announcements, ScreenReaderInstructions } from '@dnd-kit/core'
import type { Relation } from '@reflet/contract/relations'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../platform/full-name.ts'
import type { Placed } from './board.ts'

/** Screen reader announcements during a drag, in the language of the page. */
export function useAnnouncements(people: readonly Placed[]) {
  const { t } = useTranslation()
  const nameOf = (id: string | number) => {
    const person = people.find(({ key }) => key === id)
    return person ? fullName(person, person.email ?? '') : ''
  }
  const listOf = (id: string | number) => t(id === 'none' ? 'hierarchy.unplaced' : `relation.${id as Relation}`)
  const announcements: Announcements = {
    onDragStart: ({ active }) => t('hierarchy.drag.picked', { name: nameOf(active.id) }),
    onDragOver: ({ active, over }) =>
      over ? t('hierarchy.drag.over', { name: nameOf(active.id), list: listOf(over.id) }) : t('hierarchy.drag.nowhere'),
    onDragEnd: ({ active, over }) =>
      over
        ? t('hierarchy.drag.dropped', { name: nameOf(active.id), list: listOf(over.id) })
        : t('hierarchy.drag.cancelled', { name: nameOf(active.id) }),
    onDragCancel: ({ active }) => t('hierarchy.drag.cancelled', { name: nameOf(active.id) }),
  }
  const screenReaderInstructions: ScreenReaderInstructions = { draggable: t('hierarchy.drag.how') }
  return { announcements, screenReaderInstructions }
}
