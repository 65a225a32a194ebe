import type { ApiRoute } from '@host/plugin/platform'
import type { FeatureSource } from '../pipeline/gate.ts'

/** The features of some routes that a workspace has on; routes that can't be switched off are not among them. */
export async function enabledFeatures(
  routes: readonly ApiRoute[],
  features: FeatureSource,
  orgId: string,
): Promise<ReadonlySet<string>> {
  const names = new Set(routes.filter(({ plugin }) => plugin.info.core !== true).map(({ plugin }) => plugin.feature))
  const isOn = await Promise.all([...names].map(async (name) => [name, await features.isEnabled(orgId, name)] as const))
  return new Set(isOn.filter(([, isEnabled]) => isEnabled).map(([name]) => name))
}
