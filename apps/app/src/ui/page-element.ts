import { createContext, type RefObject, useContext } from 'react'

/** The element of the route that a component is part of. */
export const PageElement = createContext<RefObject<HTMLElement | null>>({ current: null })

export const usePageElement = () => useContext(PageElement)
