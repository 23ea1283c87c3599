/**
 * Looks ids up together: those that are wanted while a statement runs share the next one. So the cost of a busy page is a part of a
 * statement, and each answer is of a statement that began after the question: what was deleted before is never shown.
 */
export function lookUpTogether<Found>(load: (ids: readonly string[]) => Promise<ReadonlyMap<string, Found>>) {
  let waiting: PromiseWithResolvers<ReadonlyMap<string, Found>> | null = null
  let ids = new Set<string>()
  let isLoading = false

  async function run() {
    isLoading = true
    while (waiting) {
      const [answer, wanted] = [waiting, [...ids]]
      waiting = null
      ids = new Set()
      await load(wanted).then(answer.resolve, answer.reject)
    }
    isLoading = false
  }

  return async (id: string): Promise<Found | undefined> => {
    waiting ??= Promise.withResolvers()
    ids.add(id)
    const { promise } = waiting
    if (!isLoading) void run()
    return (await promise).get(id)
  }
}

/** Keeps what was used last: at most so many values. */
export function recentlyUsed<Value>(most: number) {
  const kept = new Map<string, Value>()
  return {
    get(key: string): Value | undefined {
      const value = kept.get(key)
      if (value === undefined) return undefined
      kept.delete(key)
      kept.set(key, value)
      return value
    },
    set(key: string, value: Value): Value {
      kept.set(key, value)
      if (kept.size > most) kept.delete(kept.keys().next().value as string)
      return value
    },
  }
}
