import { closeOutline, searchOutline } from 'ionicons/icons'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { colleaguesSource } from '../features/directory/directory.api.ts'
import { PersonWords } from '../features/directory/PersonOption.public.tsx'
import { usePeopleSearch } from '../features/directory/people-search.api.ts'
import { type KnownPerson, nameOf } from '../features/directory/person.api.ts'
import { formatNumber } from '../platform/locale.ts'
import { matches } from '../platform/search.ts'
import { showPanel } from '../platform/shortcuts.ts'
import { Icon } from '../ui/Icon.tsx'
import { type Choice, type Section, usePersonActions, useSections } from './choices.ts'
import { Dialog } from './Dialog.tsx'
import styles from './palette.module.css'

const MOST_PEOPLE = 6

interface OptionProps {
  id: string
  choice: Choice
  isActive: boolean
  onPoint: () => void
}

/** The focus stays in the search field, which names the active option. */
function Option({ id, choice, isActive, onPoint }: OptionProps) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field has the focus and runs the active option on Enter
    // biome-ignore lint/a11y/useFocusableInteractive: named by aria-activedescendant of the search field
    <div
      ref={element}
      id={id}
      role="option"
      aria-selected={isActive}
      className={isActive ? `${styles.choice} ${styles.active}` : styles.choice}
      onMouseMove={onPoint}
      onClick={choice.run}
    >
      {choice.person ? <PersonWords person={choice.person} /> : null}
      {choice.icon ? <Icon icon={choice.icon} size="20px" /> : null}
      {choice.person ? null : <span>{choice.label}</span>}
    </div>
  )
}

/** The option that the arrow keys lead to, from none (-1) too; undefined: the key is another one. */
function moved(key: string, active: number, count: number) {
  if (key === 'ArrowDown') return (active + 1) % count
  if (key === 'ArrowUp') return (Math.max(active, 0) + count - 1) % count
  return undefined
}

/** Search of people, skills, pages and actions: a combobox with a list of options in groups. */
export default function Palette() {
  const { t } = useTranslation()
  const id = useId()
  const [person, setPerson] = useState<KnownPerson | null>(null)
  /** null: the first result. */
  const [chosen, setActive] = useState<number | null>(null)
  const search = usePeopleSearch((query) => [{ source: colleaguesSource, asked: query !== '', optional: true, limit: MOST_PEOPLE }])
  const { typed, setTyped } = search
  const type = (text: string) => {
    setTyped(text)
    setActive(null)
  }
  const choosePerson = (next: KnownPerson | null) => {
    setPerson(next)
    type('')
  }
  const query = typed.trim()
  const actions = usePersonActions(person)
  const ofPerson = actions
    .map(({ name, choices }) => ({ name, choices: choices.filter(({ label }) => matches(query, label)) }))
    .filter(({ choices }) => choices.length > 0)
  const all = useSections(query, query === '' ? [] : search.found, choosePerson)
  const isSearching = !person && query !== '' && (search.isPending || search.query !== query)
  const found = person ? ofPerson : all.found
  const isEmpty = found.length === 0 && !isSearching
  const sections: readonly Section[] = isEmpty ? (person ? actions : all.main) : found
  const choices = sections.flatMap((section) => section.choices)
  // Without a result Enter runs nothing until an arrow key has chosen an action.
  const active = Math.min(chosen ?? (isEmpty ? -1 : 0), choices.length - 1)
  const current = choices[active]
  const count = isEmpty ? 0 : choices.length
  const idOf = (choice: Choice) => `${id}-${choice.id}`
  const label = person ? t('palette.person', { name: nameOf(person) }) : t('palette.search')

  const back = () => {
    if (!person) return false
    choosePerson(null)
    return true
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const next = moved(event.key, active, choices.length)
    if (next !== undefined && choices.length > 0) setActive(next)
    else if (event.key === 'Enter') current?.run()
    else if (!(event.key === 'Backspace' && typed === '' && back())) return
    event.preventDefault()
  }
  return (
    <Dialog panel="search" label={t('palette.title')} onEscape={back}>
      <div className={styles.search}>
        <Icon icon={searchOutline} size="20px" />
        {person ? (
          <span className="chip">
            <bdi>{nameOf(person)}</bdi>
          </span>
        ) : null}
        <input
          autoFocus
          type="text"
          role="combobox"
          {...(typed && { dir: 'auto' })}
          autoComplete="off"
          spellCheck={false}
          aria-label={label}
          aria-expanded={choices.length > 0}
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={current ? idOf(current) : undefined}
          placeholder={label}
          value={typed}
          onChange={({ target }) => type(target.value)}
          onKeyDown={press}
        />
        <button type="button" className="icon-button" aria-label={t('common.close')} onClick={() => showPanel(null)}>
          <Icon icon={closeOutline} />
        </button>
      </div>
      <div className={count > 0 ? 'visually-hidden' : `quiet ${styles.none}`} role="status">
        {isSearching ? t('common.loading') : isEmpty ? t('palette.nothing') : t('palette.found', { count, n: formatNumber(count) })}
        {isEmpty && !person ? <p className="small">{t('palette.none')}</p> : null}
      </div>
      <div className={styles.list} id={`${id}-list`} role="listbox" aria-label={label}>
        {sections.map(({ name, choices: listed }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
          <div key={name} role="group" aria-labelledby={`${id}-${name}`}>
            <div className={styles.heading} id={`${id}-${name}`} role="presentation">
              {t(`palette.section.${name}`)}
            </div>
            {listed.map((choice) => (
              <Option
                key={choice.id}
                id={idOf(choice)}
                choice={choice}
                isActive={choice === current}
                onPoint={() => setActive(choices.indexOf(choice))}
              />
            ))}
          </div>
        ))}
      </div>
    </Dialog>
  )
}
