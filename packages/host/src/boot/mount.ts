/** The stage that lets every plugin register its routes and services, one after the other. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AnyPlugin } from '@host/plugin'
import { InvalidConfiguration } from '@host/plugin/platform'
import { mountTools, type ToolMount } from '../pipeline/api-calls/mount-tools.ts'
import { toolProblems } from '../pipeline/api-calls/tool-problems.ts'
import { within } from '../support/within.ts'
import type { HostParts } from '../plugins/host-parts.ts'
import type { PluginMount } from '../plugins/plugin-mount.ts'
import type { MountedRoute } from '../pipeline/mounted-route.ts'
import { describeConflict } from '../http/router/conflict.ts'
import { Router } from '../http/router/router.ts'
import { actionProblems } from '../plugins/preflight/action-problems.ts'
import { placementProblems } from '../plugins/preflight/route-placement.ts'

/** How long a `mount` may take, in milliseconds. */
const mountLimit = 30_000

/** The routes of a host, with the problems of its plugins' registrations. */
export interface Mounted {
  readonly router: Router<MountedRoute>
  readonly problems: readonly string[]
}

/** Mounts every plugin beside the routes that the host has itself, each in a turn of the event loop of its own. */
export async function mountPlugins(
  mounts: readonly PluginMount[],
  { contexts, registry, log, checksPlugins }: HostParts,
  hostRoutes: readonly MountedRoute[],
): Promise<Mounted> {
  const failed: string[] = []
  for (const {
    registered: { name, plugin },
    mux,
    context,
  } of mounts) {
    await nextTurn()
    try {
      await within(
        mountLimit,
        contexts.enter(name, async () => await plugin.mount(mux.facade, context)),
      )
      failed.push(...contexts.enter(name, () => mountPluginTools(name, plugin, { mux, context })))
    } catch (error) {
      if (error instanceof InvalidConfiguration) {
        failed.push(error.message)
        continue
      }
      // The refusal has the sentence alone; the stack has the line.
      log.error('A plugin could not be mounted', { plugin: name, error })
      failed.push(
        `Plugin "${name}" could not be mounted: ${messageOf(error)}. Fix its mount function, or remove the plugin.`,
      )
    }
  }
  const router = new Router<MountedRoute>()
  for (const route of [...hostRoutes, ...mounts.flatMap(({ mux }) => mux.routes)]) router.add(route)
  const misplaced = mounts.flatMap(({ mux, registered }) => [
    ...mux.problems,
    ...placementProblems(registered, mux.routes),
  ])
  const owned = mounts.map(({ registered, mux }) => ({ plugin: registered.name, routes: mux.routes }))
  const offered = [...toolProblems(owned, checksPlugins), ...(checksPlugins ? actionProblems(owned) : [])]
  return {
    router,
    problems: [...failed, ...misplaced, ...offered, ...router.conflicts.map(describeConflict), ...registry.problems],
  }
}

/** Ends the mounting: no more routes and services, and every service is visible. */
export function seal(mounts: readonly PluginMount[], { registry }: HostParts): void {
  for (const { mux } of mounts) mux.seal()
  registry.seal()
}

function mountPluginTools(
  name: string,
  plugin: AnyPlugin,
  { mux, context }: Pick<PluginMount, 'mux' | 'context'>,
): readonly string[] {
  const { endpoint } = mux.facade
  const mcpTools = plugin.mcpTools === undefined ? undefined : () => plugin.mcpTools?.(context)
  return mountTools({ plugin: name, mcpTools, endpoint: endpoint as ToolMount['endpoint'] })
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
}
