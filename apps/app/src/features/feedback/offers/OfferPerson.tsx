import { useTranslation } from 'react-i18next'
import { contactsSource } from '../../contacts/contacts.api.ts'
import { colleaguesSource } from '../../directory/directory.api.ts'
import { PersonChooser } from '../../directory/PersonChooser.public.tsx'
import { usePeopleSearch } from '../../directory/people-search.api.ts'
import { type ColleagueRef, toColleagues } from '../../directory/person.api.ts'

/** Selects a colleague: my contacts first, anyone by name. */
export function OfferPerson({ onChoose }: { onChoose: (person: ColleagueRef) => void }) {
  const { t } = useTranslation()
  const search = usePeopleSearch((query) => [{ source: contactsSource, asked: query === '', optional: true }, { source: colleaguesSource }])
  const mine = toColleagues(search.sections[0])
  return (
    <section className="stack" aria-label={t('offer.whom')}>
      <h2>{t('offer.whom')}</h2>
      <PersonChooser
        search={search}
        people={mine.length > 0 ? mine : toColleagues(search.found)}
        none={t('my_manager.nobody')}
        onChoose={onChoose}
      />
    </section>
  )
}
