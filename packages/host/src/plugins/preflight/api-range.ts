import { contractVersion } from '@host/plugin'
import semver from 'semver'
import type { RegisteredPlugin } from '../../declared/plugin-entry.ts'

/** Plugins that were built for another contract than the one of this host. */
export function apiRangeProblems(plugins: readonly RegisteredPlugin[]): readonly string[] {
  return plugins.flatMap(({ name, plugin: { info } }) => {
    if (semver.validRange(info.api) === null) {
      return [
        `Plugin "${name}" states "${info.api}" as info.api, which is not a version range; use one such as "^${contractVersion}".`,
      ]
    }
    if (semver.satisfies(contractVersion, info.api)) return []
    return [
      `Plugin "${name}" was built for version ${info.api} of @host/plugin and this host has ${contractVersion}; use a compatible release of the plugin.`,
    ]
  })
}
