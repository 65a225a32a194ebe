import type { PluginMeters } from './plugin-meters.ts'

/** Loads the kit of instruments, for a host whose metrics are read: it is too heavy for one whose are not. */
export async function loadMeters(config: {
  readonly metricsToken: string | undefined
}): Promise<PluginMeters | undefined> {
  if (config.metricsToken === undefined) return undefined
  const { PluginMeters: Meters } = await import('./plugin-meters.ts')
  return new Meters()
}
