import type { RegisteredPlugin } from '../../declared/plugin-entry.ts'

/** Names that are taken twice, or the host's own. */
export function nameProblems(plugins: readonly RegisteredPlugin[]): readonly string[] {
  const names = plugins.map(({ name }) => name)
  const twice = names.filter((name, index) => names.indexOf(name) !== index)
  return [
    ...names
      .filter((name) => name === 'host')
      .map(() => 'Plugin "host" needs another name: this one is reserved for the host.'),
    ...[...new Set(twice)].map(
      (name) => `Two plugins are named "${name}": ${versionsOf(name, plugins)}; remove one of them.`,
    ),
  ]
}

function versionsOf(name: string, plugins: readonly RegisteredPlugin[]): string {
  return plugins
    .filter((plugin) => plugin.name === name)
    .map(
      ({ version, outOfTree, plugin: { info } }) =>
        `"${info.title}" ${version} (${outOfTree ? 'out of tree' : 'in tree'})`,
    )
    .join(' and ')
}
