import { useSyncExternalStore } from 'react'
import { store } from './store.ts'

type Address = Pick<Location, 'pathname' | 'search'>

const rendered = store('')

/** To be called after each navigation, when the router has rendered it. */
export const navigated = ({ pathname, search }: Address) => rendered.set(pathname + search)

/** Returns the function that ends the subscription. */
export const onNavigated = rendered.subscribe

/**
 * A value of the URL. Pages stay mounted behind each other, and `useLocation` renders all of them on each navigation: this renders a
 * component only when its value changes. `select` returns a primitive value.
 */
export const useAddress = <Value extends string | boolean | null>(select: (address: Address) => Value): Value =>
  useSyncExternalStore(onNavigated, () => select(window.location))
