import type { ComponentType } from 'react'
import { useParams } from 'react-router-dom'
import { useUser } from '../../platform/session.ts'
import { AdminHome } from './AdminHome.tsx'
import { AuditPage } from './AuditPage.tsx'
import { CataloguePage } from './CataloguePage.tsx'
import { ImportPage } from './ImportPage.tsx'
import { LearningPage } from './LearningPage.tsx'
import { PeoplePage } from './PeoplePage.tsx'
import { PoliciesPage } from './PoliciesPage.tsx'
import { SignInPage } from './sign-in/SignInPage.tsx'
import { UsagePage } from './UsagePage.tsx'

const PAGES: Readonly<Record<string, ComponentType>> = {
  people: PeoplePage,
  'people/import': ImportPage,
  skills: () => <CataloguePage key="skills" catalogue="skills" />,
  awards: () => <CataloguePage key="awards" catalogue="awards" />,
  videos: () => <CataloguePage key="videos" catalogue="videos" />,
  policies: PoliciesPage,
  'sign-in': SignInPage,
  usage: UsagePage,
  audit: AuditPage,
  learning: LearningPage,
}

/** The screens of the administration, by their address; the list of them for everything else. */
export default function AdminPage() {
  const { area = '', part } = useParams<{ area: string; part: string }>()
  const user = useUser()
  const Area = PAGES[part ? `${area}/${part}` : area] ?? AdminHome
  return user?.role === 'employee' ? <AdminHome refused /> : <Area />
}
