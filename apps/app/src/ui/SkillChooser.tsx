import { MAX_CHOSEN_SKILLS, SKILL_CATEGORIES, type Skill } from '@reflet/contract/skills'
import type { ParseKeys } from 'i18next'
import { memo, type ReactNode, useCallback, useDeferredValue, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../platform/locale.ts'
import { matches } from '../platform/search.ts'
import { FilterChips } from './FilterChips.tsx'
import { SearchBar } from './SearchBar.tsx'
import styles from './SkillChooser.module.css'

interface Props {
  skills: readonly Skill[]
  /** In the order of selection. */
  picked: readonly string[]
  /** Shown first, before the rest of the catalogue. */
  suggested?: { title: string; skills: readonly Skill[] }
  onChange: (ids: string[]) => void
}

const NO_SKILLS: readonly Skill[] = []

/** The catalogue: the company's own skills first, then by category, with a filter. Nothing is saved here. */
export function SkillChooser({ skills, picked, suggested, onChange }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const query = useDeferredValue(typed)
  const [category, setCategory] = useState<string>()
  const first = (query === '' && suggested?.skills) || NO_SKILLS
  const all = useMemo(() => grouped(skills), [skills])
  const groups = useMemo(
    () => grouped(skills.filter((skill) => !first.includes(skill) && matches(query, skill.name, skill.description))),
    [skills, query, first],
  )
  const shown = category === undefined || query !== '' ? groups : groups.filter(([group]) => group === category)
  const toggle = useToggle(picked, onChange)
  const chosen = useMemo(() => new Set(picked), [picked])
  const full = picked.length >= MAX_CHOSEN_SKILLS
  const numbers = { count: picked.length, n: formatNumber(picked.length), total: formatNumber(MAX_CHOSEN_SKILLS) }
  return (
    <div className={styles.chooser} data-testid="chooser">
      <div className={styles.chooserHead}>
        <SearchBar label={t('skills.search')} value={typed} onChange={setTyped} />
        <p className={full ? `small ${styles.chooserFull}` : 'small quiet'} role="status">
          {picked.length === 0 ? t('skills.none_chosen', numbers) : t(full ? 'skills.full' : 'skills.count', numbers)}
        </p>
      </div>
      {first.length > 0 ? (
        <Group title={suggested?.title ?? ''}>
          {first.map((skill) => (
            <Choice key={skill.id} skill={skill} checked={chosen.has(skill.id)} full={full} onToggle={toggle} />
          ))}
        </Group>
      ) : null}
      {query === '' && all.length > 1 ? (
        <Categories
          title={suggested ? t('skills.more') : undefined}
          groups={all.map(([group]) => group)}
          chosen={category}
          onChoose={setCategory}
        />
      ) : null}
      {groups.length === 0 ? <p className="quiet">{t('skills.none')}</p> : null}
      {shown.map(([group, members]) => (
        <Group key={group} title={t(titleOf(group), { defaultValue: t('categories.other') })}>
          {members.map((skill) => (
            <Choice key={skill.id} skill={skill} checked={chosen.has(skill.id)} full={full} onToggle={toggle} />
          ))}
        </Group>
      ))}
    </div>
  )
}

const OWN = 'own'
const titleOf = (group: string) => (group === OWN ? 'skills.own' : `categories.${group}`) as ParseKeys

/** A stable function for all rows and renders, so that a press renders one row and not five hundred. */
function useToggle(picked: readonly string[], onChange: (ids: string[]) => void) {
  const now = useRef({ picked, onChange })
  now.current = { picked, onChange }
  return useCallback((id: string) => {
    const { picked, onChange } = now.current
    onChange(picked.includes(id) ? picked.filter((one) => one !== id) : [...picked, id])
  }, [])
}

function grouped(skills: readonly Skill[]): [string, Skill[]][] {
  const groups = new Map<string, Skill[]>([OWN, ...SKILL_CATEGORIES].map((group) => [group, []]))
  for (const skill of skills) {
    const group = skill.custom ? OWN : skill.category
    groups.set(group, [...(groups.get(group) ?? []), skill])
  }
  return [...groups].filter(([, members]) => members.length > 0)
}

interface CategoriesProps {
  /** Of the section that the filter begins. */
  title: string | undefined
  groups: readonly string[]
  /** undefined: all of them. */
  chosen: string | undefined
  onChoose: (group: string | undefined) => void
}

/** A filter of the catalogue, one category at a time. */
function Categories({ title, groups, chosen, onChoose }: CategoriesProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.categories}>
      {title ? <h2>{title}</h2> : null}
      <FilterChips
        label={t('skills.categories')}
        options={[undefined, ...groups].map((group) => ({
          value: group,
          label: group === undefined ? t('skills.all') : t(titleOf(group), { defaultValue: t('categories.other') }),
        }))}
        chosen={chosen}
        onChoose={onChoose}
      />
    </div>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.chooserGroup} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className="option-list">{children}</div>
    </section>
  )
}

interface ChoiceProps {
  skill: Skill
  checked: boolean
  full: boolean
  onToggle: (id: string) => void
}

const Choice = memo(function Choice({ skill, checked, full, onToggle }: ChoiceProps) {
  return (
    <label className="option">
      <input type="checkbox" checked={checked} disabled={full && !checked} onChange={() => onToggle(skill.id)} />
      <span>
        <strong dir="auto">{skill.name}</strong>
        {skill.description ? (
          <span className="quiet small" dir="auto">
            {skill.description}
          </span>
        ) : null}
      </span>
    </label>
  )
})
