import { Email } from '@reflet/contract/common'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../platform/session.ts'
import { contactsSource } from '../contacts/contacts.api.ts'
import { colleaguesSource } from '../directory/directory.api.ts'
import { PersonChooser } from '../directory/PersonChooser.public.tsx'
import { usePeopleSearch } from '../directory/people-search.api.ts'
import type { Who } from './coffee.ts'
import { asWho } from './invitee.ts'

const SOURCES = [{ source: contactsSource }, { source: colleaguesSource }] as const

const detailOf = ({ user_id, email, job_title }: Who) => job_title || (user_id ? '' : (email ?? ''))

/** My contacts first, anyone in the company by name, anyone else by address. */
export function WhoPicker({ onChoose }: { onChoose: (who: Who) => void }) {
  const { t } = useTranslation()
  const own = useUser()?.email
  const search = usePeopleSearch(() => SOURCES)
  const known = search.found.map(asWho)
  const address = Email.safeParse(search.query).data
  const isOutsider = address && address !== own && !search.isPending && !known.some(({ email }) => email === address)
  const people = isOutsider ? [...known, asWho({ email: address })] : known
  return (
    <section className="stack" aria-labelledby="coffee-who">
      <h2 id="coffee-who" tabIndex={-1}>
        {t('coffee.form.who')}
      </h2>
      <PersonChooser search={search} people={people} none={t('coffee.form.nobody')} detailOf={detailOf} onChoose={onChoose} />
    </section>
  )
}
