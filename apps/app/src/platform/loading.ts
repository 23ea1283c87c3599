import { store, useStore } from './store.ts'

const visible = store(false)

/** The one loading indicator, for work that blocks the whole screen. Any error dismisses it (docs/PRODUCT.md, "Errors"). */
export const showLoading = () => visible.set(true)
export const dismissLoading = () => visible.set(false)
export const isLoading = visible.get
export const useLoading = () => useStore(visible)
