import type { PluginHealths } from '../plugins/plugin-health.ts'
import type { HostParts } from '../plugins/host-parts.ts'
import type { PluginMount } from '../plugins/plugin-mount.ts'

/** Starts every plugin in the background. One that fails is marked degraded while the rest serves. */
export function startPlugins(
  mounts: readonly PluginMount[],
  { contexts, faults }: HostParts,
  healths: PluginHealths,
): void {
  for (const {
    registered: { name, plugin },
    context,
    tools,
  } of mounts) {
    if (plugin.start === undefined) continue
    contexts
      .enter(name, async () => await plugin.start?.(context, tools.stopping))
      .catch((error: unknown) => {
        faults.report({ plugin: name, kind: 'start', error })
        healths.failedToStart(name)
      })
  }
}
