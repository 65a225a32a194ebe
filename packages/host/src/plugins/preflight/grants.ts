import type { RegisteredPlugin } from '../../declared/plugin-entry.ts'

/** Nouns under `/api/` that a plugin asks for and may not have. */
export function grantProblems(plugins: readonly RegisteredPlugin[]): readonly string[] {
  return plugins.flatMap(({ name, outOfTree, granted, plugin }) => {
    const asked = plugin.topLevelApi ?? []
    if (asked.length === 0) return []
    if (outOfTree) {
      return [
        `Plugin "${name}" asks for /api/${asked.join(', /api/')}, which is reserved for built-in plugins; register its routes under /api/x/${name}/.`,
      ]
    }
    return asked
      .filter((noun) => !granted.includes(noun))
      .map(
        (noun) =>
          `Plugin "${name}" asks for /api/${noun}, which the composition root doesn't grant; grant it there, or use /api/x/${name}/.`,
      )
  })
}
