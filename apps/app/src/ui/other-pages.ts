import { type ComponentType, createContext } from 'react'

/** The links to pages outside the tabs, for the profile: set by the native shell, which has no side menu. */
export const OtherPages = createContext<ComponentType>(() => null)
