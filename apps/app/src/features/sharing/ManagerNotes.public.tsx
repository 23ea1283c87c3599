import type { ManagerNote } from '@reflet/contract/received-answers'
import { useTranslation } from 'react-i18next'
import { isolated } from '../../platform/direction.ts'
import { fullName } from '../../platform/full-name.ts'
import { formatDate } from '../../platform/locale.ts'
import styles from './sharing.module.css'

/** What my managers wrote to me about an answer that I shared; nothing without any. */
export function ManagerNotes({ notes }: { notes: readonly ManagerNote[] }) {
  const { t } = useTranslation()
  return notes.map(({ id, manager, note, noted_at }) => {
    const values = { name: isolated(fullName(manager, t('answers.former'))), date: isolated(formatDate(noted_at)) }
    return (
      <div key={id} className={styles.note} data-testid="manager-note">
        <p className="quiet small">{t(note ? 'share.note.wrote' : 'share.note.thanked', values)}</p>
        {note ? <p dir="auto">{note}</p> : null}
      </div>
    )
  })
}
