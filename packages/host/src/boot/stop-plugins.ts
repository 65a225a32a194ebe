import { within } from '../support/within.ts'
import type { HostParts } from '../plugins/host-parts.ts'
import type { PluginMount } from '../plugins/plugin-mount.ts'

/** Stops every plugin, all at once; none is waited for longer than the limit, in milliseconds. */
export async function stopPlugins(
  mounts: readonly PluginMount[],
  { contexts, faults }: HostParts,
  limit: number,
): Promise<void> {
  await Promise.all(
    mounts.map(async ({ registered: { name, plugin }, context }) => {
      if (plugin.stop === undefined) return
      try {
        await within(
          limit,
          contexts.enter(name, async () => await plugin.stop?.(context)),
        )
      } catch (error) {
        faults.report({ plugin: name, kind: 'stop', error })
      }
    }),
  )
}
