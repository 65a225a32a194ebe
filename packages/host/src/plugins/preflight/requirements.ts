import type { RegisteredPlugin } from '../../declared/plugin-entry.ts'
import { nearestName } from '../../support/nearest-name.ts'

/** Requirements that no plugin of this build meets, and those that lead back to where they began. */
export function requirementProblems(plugins: readonly RegisteredPlugin[]): readonly string[] {
  const requires = new Map(plugins.map(({ name, plugin: { info } }) => [name, info.requires ?? []]))
  const names = [...requires.keys()]
  const missing = plugins.flatMap(({ name }) =>
    (requires.get(name) ?? [])
      .filter((other) => !requires.has(other))
      .map((other) => missingProblem(name, other, names)),
  )
  return [...missing, ...cyclesOf(requires).map(cycleProblem)]
}

function missingProblem(name: string, other: string, names: readonly string[]): string {
  const nearest = nearestName(other, names)
  const hint = nearest === undefined ? 'add that plugin, or remove this one.' : `did you mean "${nearest}"?`
  return `Plugin "${name}" requires "${other}", which is not in this build; ${hint}`
}

function cycleProblem(cycle: readonly string[]): string {
  return `Plugins require each other in a cycle: ${[...cycle, cycle[0]].map((name) => `"${name}"`).join(' -> ')}; remove one of these requirements.`
}

/** Every circle once, beginning with the name that sorts first. */
function cyclesOf(requires: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const found = new Map<string, readonly string[]>()
  const done = new Set<string>()
  const visit = (name: string, path: readonly string[]): void => {
    const start = path.indexOf(name)
    if (start !== -1) {
      const cycle = rotated(path.slice(start))
      found.set(cycle.join(' '), cycle)
      return
    }
    if (done.has(name)) return
    for (const other of requires.get(name) ?? []) visit(other, [...path, name])
    done.add(name)
  }
  for (const name of requires.keys()) visit(name, [])
  return [...found.values()]
}

function rotated(cycle: readonly string[]): readonly string[] {
  const first = cycle.indexOf(cycle.toSorted()[0] ?? '')
  return [...cycle.slice(first), ...cycle.slice(0, first)]
}
