import { NavContext } from '@ionic/react'
import { useContext, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { currentOf, tabs } from './menu.ts'
import { fromTabs, to } from './platform/paths.ts'
import { AreaLink, Bar } from './TabBar.tsx'

/**
 * The tabs of the native app: each keeps its own history. A page that belongs to no area is in the tab in which it was opened. Ionic's own
 * tab bar knows the tab of a page by the beginning of its path; ours are flat, as in the browser.
 */
export function NativeTabBar() {
  const { changeTab, resetTab, setCurrentTab, routeInfo } = useContext(NavContext)
  const { pathname, search } = useLocation()
  const path = fromTabs(pathname)
  const own = tabs.find((tab) => currentOf(tab, path) !== null)
  const opened = useRef(tabs[0]?.path ?? '')
  const here = own?.path ?? opened.current
  /** Where each tab was left. */
  const left = useRef(new Map<string, string>())
  left.current.set(here, pathname + search)

  useEffect(() => {
    opened.current = here
    if (routeInfo) setCurrentTab(here, routeInfo)
  }, [here, routeInfo, setCurrentTab])

  return (
    <Bar>
      {tabs.map((tab) => {
        const isHere = tab.path === here
        const open = () => {
          if (isHere) resetTab(tab.path, to(tab.path))
          else changeTab(tab.path, left.current.get(tab.path) ?? to(tab.path))
        }
        return (
          <AreaLink
            key={tab.path}
            tab={tab}
            href={to(tab.path)}
            current={path === tab.path ? 'page' : isHere ? 'true' : null}
            onOpen={open}
          />
        )
      })}
    </Bar>
  )
}
