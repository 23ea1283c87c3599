const words = (of: () => globalThis.Storage) => ({
  get(key: string): string | null {
    try {
      return of().getItem(key)
    } catch {
      return null
    }
  },
  set(key: string, value: string | null): void {
    try {
      if (value === null) of().removeItem(key)
      else of().setItem(key, value)
    } catch {
      // Forbidden: the value is not stored.
    }
  },
})

/** Synchronous storage, for the few values of the first paint. */
export const quick = words(() => localStorage)
/** The same for this tab only. */
export const quickHere = words(() => sessionStorage)
