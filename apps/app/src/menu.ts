import type { UserRecord } from '@reflet/contract/people'
import { useQuery } from '@tanstack/react-query'
import {
  cafeOutline,
  chatbubblesOutline,
  createOutline,
  documentTextOutline,
  eyeOutline,
  gitNetworkOutline,
  homeOutline,
  leafOutline,
  medalOutline,
  peopleOutline,
  personCircleOutline,
  personOutline,
  playCircleOutline,
  ribbonOutline,
  scaleOutline,
  settingsOutline,
  sparklesOutline,
  statsChartOutline,
  trophyOutline,
} from 'ionicons/icons'
import { usePendingRecord } from './features/feedback/answers/pending.api.ts'
import { sharedCountQuery } from './features/sharing/sharing.api.ts'
import { useUserRecord } from './platform/session.ts'
import { routes } from './routes.tsx'
import { newAnswersOf, useCounts, waitingOf } from './ui/counts.ts'

interface Item {
  path: string
  /** Of its text, `menu.<name>`. */
  name: string
  icon: string
  /** What is counted beside the label. */
  counts?: 'waiting' | 'new_answers'
  /** Default: always. */
  when?: (conditions: { record: UserRecord | undefined; isShared: boolean }) => boolean
}

const withBadges: NonNullable<Item['when']> = ({ record }) => record?.user.company.badges_active === true

/** The items of the specification, in its order. */
const AREAS = [
  { name: 'home', path: '/home', icon: homeOutline },
  { name: 'ask', path: '/my-skills', icon: chatbubblesOutline },
  { name: 'answer', path: '/answer', icon: createOutline, counts: 'waiting' },
  { name: 'dashboard', path: '/dashboard', icon: statsChartOutline, counts: 'new_answers' },
  { name: 'badges', path: '/badge-home', icon: medalOutline, when: withBadges },
  { name: 'profile', path: '/profile', icon: personCircleOutline },
] as const satisfies readonly Item[]

const GROUPS = [
  {
    name: 'people',
    items: [
      { name: 'contacts', path: '/contacts', icon: peopleOutline },
      { name: 'hierarchy', path: '/badge-hierarchical-list', icon: gitNetworkOutline, when: withBadges },
      { name: 'manager', path: '/my-manager', icon: personOutline },
      { name: 'shared', path: '/my-team', icon: eyeOutline, when: ({ isShared }) => isShared },
    ],
  },
  {
    name: 'thanks',
    items: [
      { name: 'awards', path: '/award-list', icon: trophyOutline },
      { name: 'coffee', path: '/coffee-request', icon: cafeOutline },
    ],
  },
  {
    name: 'growth',
    items: [
      { name: 'skills', path: '/skills', icon: ribbonOutline },
      { name: 'self_evaluation', path: '/self-evaluation', icon: scaleOutline },
      { name: 'tries', path: '/growth', icon: leafOutline },
      { name: 'quality', path: '/quality-index', icon: sparklesOutline },
      { name: 'talk', path: '/annual-talk', icon: documentTextOutline },
      { name: 'videos', path: '/video-player', icon: playCircleOutline },
    ],
  },
  {
    name: 'administration',
    items: [{ name: 'admin', path: '/admin', icon: settingsOutline, when: ({ record }) => record?.user.role === 'admin' }],
  },
] as const satisfies readonly { name: string; items: readonly Item[] }[]

export type MenuItem = Omit<Item, 'name'> & { name: (typeof AREAS)[number]['name'] | (typeof GROUPS)[number]['items'][number]['name'] }
export interface MenuGroup {
  name: (typeof GROUPS)[number]['name']
  items: readonly MenuItem[]
}

const TAB_NAMES = ['home', 'ask', 'answer', 'dashboard', 'profile'] as const
export type Tab = Item & { name: (typeof TAB_NAMES)[number] }
/** The areas of the tab bars, in the browser and on native. */
export const tabs: readonly Tab[] = TAB_NAMES.flatMap((name) =>
  AREAS.filter((area): area is (typeof AREAS)[number] & Tab => area.name === name),
)

const NONE = { count: 0, label: '' }

/** The count beside an item, shown when it is not zero, and its accessible text. */
export function useMenuCount({ counts }: Pick<Item, 'counts'>): { count: number; label: string } {
  const record = usePendingRecord()
  const say = useCounts()
  if (!record || !counts) return NONE
  if (counts === 'waiting') {
    const waiting = waitingOf(record)
    return { count: waiting.answers, label: say.waiting(waiting) }
  }
  const count = newAnswersOf(record)
  return { count, label: say.newAnswers(count) }
}

/** In one text: the route of an item may have parameters. */
const paths = routes.map(({ path }) => path).join()

/** The items of the menu that this user has now. An item whose page does not exist yet is left out. */
export function useMenu(): { areas: readonly MenuItem[]; groups: readonly MenuGroup[] } {
  const record = useUserRecord()
  const { data } = useQuery(sharedCountQuery)
  const conditions = { record, isShared: (data?.n ?? 0) > 0 }
  const isShown = ({ path, when }: MenuItem) => paths.includes(path) && (when?.(conditions) ?? true)
  const areas: readonly MenuItem[] = AREAS
  const groups: readonly MenuGroup[] = GROUPS
  return {
    areas: areas.filter(isShown),
    groups: groups.map(({ name, items }) => ({ name, items: items.filter(isShown) })).filter(({ items }) => items.length > 0),
  }
}

/** Pages of an area besides those below its own path. */
const PAGES_OF: Partial<Record<MenuItem['name'], RegExp>> = {
  ask: /^\/(request-confirmation|recurrent-feedbacks|share-event-link)(\/|$)/,
  answer: /^\/(answer-confirmation|offer-feedback)(\/|$)/,
  dashboard: /^\/(skill-statistics|rating|share-answer)(\/|$)/,
  profile: /^\/(edit-profile|delete-account)(\/|$)/,
}

/** `page` on the page of the item, `true` on another page of its area: the values of `aria-current`. */
export function currentOf({ name, path }: Pick<MenuItem, 'name' | 'path'>, pathname: string): 'page' | 'true' | null {
  if (pathname === path) return 'page'
  return pathname.startsWith(`${path}/`) || PAGES_OF[name]?.test(pathname) ? 'true' : null
}
