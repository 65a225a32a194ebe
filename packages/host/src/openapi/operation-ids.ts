import type { ApiRoute } from '@host/plugin/platform'
import { operationName } from '@host/plugin/wire'

/**
 * The id of each route's operation: the name of the plugin and of the operation, equal to the name of its tool. Where
 * two routes of a plugin would get the same id, the one whose pattern comes first in the alphabet keeps it and the
 * others are numbered, so that ids depend on neither the order of mounting nor the features of a workspace.
 */
export function operationIds(routes: readonly ApiRoute[]): ReadonlyMap<string, string> {
  const ids = new Map<string, string>()
  const taken = new Set<string>()
  for (const { pattern, endpoint, plugin } of routes.toSorted(byPattern)) {
    const wanted = `${plugin.name.replaceAll('-', '_')}_${chosenName(endpoint?.mcp) ?? operationName(pattern)}`
    let id = wanted
    for (let count = 2; taken.has(id); count++) id = `${wanted}_${count}`
    taken.add(id)
    ids.set(pattern, id)
  }
  return ids
}

function chosenName(mcp: NonNullable<ApiRoute['endpoint']>['mcp']): string | undefined {
  return typeof mcp === 'object' ? mcp.name : undefined
}

function byPattern({ pattern: one }: ApiRoute, { pattern: other }: ApiRoute): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
