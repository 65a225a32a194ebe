import type { PluginMeters } from './plugin-meters.ts'

/** Loads the instrument kit, for a host with an enabled metrics endpoint: it is too heavy for others. */
export async function loadMeters(config: {
  readonly metricsToken: string | undefined
}): Promise<PluginMeters | undefined> {
  if (config.metricsToken === undefined) return undefined
  const { PluginMeters: Meters } = await import('./plugin-meters.ts')
  return new Meters()
}
