/**
 * Which feature imports which, from dependency-cruiser's modules; tests are left out. `pattern` captures a path's feature.
 * @returns {Map<string, Map<string, string>>} feature → imported feature → one import that causes the edge
 */
export function featureGraph(modules, pattern) {
  const featureOf = (path) => pattern.exec(path)?.[1]
  const graph = new Map()
  for (const { source, dependencies } of modules) {
    const from = featureOf(source)
    if (!from || /\.test\.tsx?$/.test(source)) continue
    for (const { resolved } of dependencies) {
      const to = featureOf(resolved)
      if (!to || to === from) continue
      const edges = graph.get(from) ?? new Map()
      if (!edges.has(to)) edges.set(to, `${source} → ${resolved}`)
      graph.set(from, edges)
    }
  }
  return graph
}

/** One cycle for each feature that reaches itself, shortest first, as the imports that cause it. */
export function cyclesOf(graph) {
  const cycles = new Map()
  for (const start of graph.keys()) {
    const cycle = shortestWay(graph, start)
    if (cycle) cycles.set([...cycle.features].sort().join(), cycle.imports)
  }
  return [...cycles.values()].sort((a, b) => a.length - b.length)
}

function shortestWay(graph, start) {
  let ways = [{ at: start, features: [start], imports: [] }]
  const seen = new Set()
  while (ways.length > 0) {
    const next = []
    for (const { at, features, imports } of ways)
      for (const [to, cause] of graph.get(at) ?? []) {
        if (to === start) return { features, imports: [...imports, cause] }
        if (seen.has(to)) continue
        seen.add(to)
        next.push({ at: to, features: [...features, to], imports: [...imports, cause] })
      }
    ways = next
  }
  return null
}
