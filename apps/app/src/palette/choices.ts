import { useIonRouter } from '@ionic/react'
import { LOCALES } from '@reflet/contract/common'
import { useQuery } from '@tanstack/react-query'
import {
  cafeOutline,
  calendarOutline,
  chatbubblesOutline,
  contrastOutline,
  createOutline,
  giftOutline,
  helpCircleOutline,
  languageOutline,
  repeatOutline,
  ribbonOutline,
  scaleOutline,
  trophyOutline,
} from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import { bringToAsk, bringToAward, bringToCoffee, bringToOffer } from '../features/directory/handover.api.ts'
import { type KnownPerson, nameOf } from '../features/directory/person.api.ts'
import { useChangeLocale } from '../features/people/people.api.ts'
import { statisticsQuery } from '../features/statistics/statistics.api.ts'
import { useMenu } from '../menu.ts'
import { currentLocale, LANGUAGE_NAMES } from '../platform/locale.ts'
import { matches } from '../platform/search.ts'
import { showPanel } from '../platform/shortcuts.ts'
import { chooseTheme } from '../platform/theme.ts'

export interface Choice {
  id: string
  label: string
  icon?: string
  person?: KnownPerson
  /** The text direction and language of a name. */
  lang?: string
  run: () => void
}

export interface Section {
  name: 'actions' | 'pages' | 'skills' | 'people'
  choices: readonly Choice[]
}

/** Closes the palette before the page changes, so that the page receives the focus. */
function useGo() {
  const router = useIonRouter()
  return (path: string, prepare?: () => void) => () => {
    showPanel(null)
    prepare?.()
    router.push(path, 'root')
  }
}

/** What can be done with a colleague. */
export function usePersonActions(person: KnownPerson | null): readonly Section[] {
  const { t } = useTranslation()
  const go = useGo()
  if (!person) return []
  const choices: Choice[] = [
    { id: 'ask', label: t('palette.ask'), icon: chatbubblesOutline, run: go('/my-skills', () => bringToAsk([person])) },
    { id: 'offer', label: t('offer.title'), icon: createOutline, run: go('/offer-feedback', () => bringToOffer(person)) },
    { id: 'thank', label: t('palette.thank'), icon: trophyOutline, run: go('/award-select', () => bringToAward(person)) },
    { id: 'coffee', label: t('coffee.new'), icon: cafeOutline, run: go('/coffee-request?new=1', () => bringToCoffee(person)) },
  ]
  return [{ name: 'actions', choices }]
}

function useActions(): readonly Choice[] {
  const { t } = useTranslation()
  const go = useGo()
  const changeLocale = useChangeLocale()
  const isDark = document.documentElement.classList.contains('ion-palette-dark')
  return [
    { id: 'ask', label: t('palette.ask'), icon: chatbubblesOutline, run: go('/my-skills') },
    { id: 'answer', label: t('palette.answer'), icon: createOutline, run: go('/answer') },
    { id: 'evaluate', label: t('palette.evaluate'), icon: scaleOutline, run: go('/self-evaluation') },
    { id: 'offer', label: t('offer.title'), icon: giftOutline, run: go('/offer-feedback') },
    { id: 'thank', label: t('palette.thank'), icon: trophyOutline, run: go('/award-select') },
    { id: 'coffee', label: t('coffee.new'), icon: cafeOutline, run: go('/coffee-request?new=1') },
    { id: 'recurrences', label: t('recur.title'), icon: repeatOutline, run: go('/recurrent-feedbacks') },
    { id: 'events', label: t('events.title'), icon: calendarOutline, run: go('/share-event-link') },
    {
      id: 'theme',
      label: t(isDark ? 'palette.light' : 'palette.dark'),
      icon: contrastOutline,
      run: () => {
        showPanel(null)
        chooseTheme(isDark ? 'light' : 'dark')
      },
    },
    ...LOCALES.filter((locale) => locale !== currentLocale()).map((locale) => ({
      id: `language-${locale}`,
      label: t('palette.language', { language: LANGUAGE_NAMES[locale] }),
      icon: languageOutline,
      run: () => {
        showPanel(null)
        changeLocale.mutate(locale)
      },
    })),
    { id: 'keys', label: t('palette.keys.title'), icon: helpCircleOutline, run: () => showPanel('keys') },
  ]
}

/** The first actions of the list, offered when nothing is found. */
const MAIN_ACTIONS = 6

interface Offered {
  found: readonly Section[]
  /** Offered instead when nothing is found. */
  main: readonly Section[]
}

/** What the palette offers for a search text. People are last: they arrive later, and no row before them moves. */
export function useSections(query: string, people: readonly KnownPerson[], choosePerson: (person: KnownPerson) => void): Offered {
  const { t } = useTranslation()
  const go = useGo()
  const { areas, groups } = useMenu()
  const { data } = useQuery(statisticsQuery)
  const actions = useActions()
  const pages = [...areas, ...groups.flatMap(({ items }) => items)].map(
    ({ name, path, icon }): Choice => ({ id: path, label: t(`menu.${name}`), icon, run: go(path) }),
  )
  const skills = (data?.skills ?? []).map(
    ({ skill }): Choice => ({ id: `skill-${skill.id}`, label: skill.name, icon: ribbonOutline, run: go(`/skill-statistics/${skill.id}`) }),
  )
  const found = people.map(
    (person): Choice => ({ id: `person-${person.user_id}`, label: nameOf(person), person, run: () => choosePerson(person) }),
  )
  const fitting = (choices: readonly Choice[]) => choices.filter(({ label }) => matches(query, label))
  const sections: readonly Section[] = [
    { name: 'actions', choices: fitting(actions) },
    { name: 'pages', choices: fitting(pages) },
    { name: 'skills', choices: query === '' ? [] : fitting(skills) },
    { name: 'people', choices: found },
  ]
  return {
    found: sections.filter(({ choices }) => choices.length > 0),
    main: [{ name: 'actions', choices: actions.slice(0, MAIN_ACTIONS) }],
  }
}
