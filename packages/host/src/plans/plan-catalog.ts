import type { AnyPlugin } from '@host/plugin'
import type { Declared, PlanCatalogParts, PlanCatalogService } from '@host/plugin/platform'
import { within } from '../containment/within.ts'
import type { HostParts } from '../context/host-parts.ts'
import type { EquippedPlugin } from '../context/plugin-mount.ts'
import { workspaceContext } from '../context/workspace-context.ts'

/** How long a plugin may count, in milliseconds. */
const countLimit = 2_000

/** Makes the service `PlanCatalog` of the definitions of plugins. */
export function createPlanCatalog(
  plugins: readonly EquippedPlugin[],
  parts: Pick<HostParts, 'contexts' | 'faults'>,
): PlanCatalogService {
  const known = partsOf(plugins)
  return Object.freeze<PlanCatalogService>({
    parts: () => known,
    used: async (orgId) => {
      const counts = await Promise.all(plugins.map((plugin) => countOf(plugin, orgId, parts)))
      return new Map(counts.flat())
    },
  })
}

function partsOf(plugins: readonly EquippedPlugin[]): PlanCatalogParts {
  const declared = <Part extends object>(list: (plan: NonNullable<AnyPlugin['plan']>) => readonly Part[] | undefined) =>
    plugins.flatMap(({ registered: { name, plugin } }) =>
      (list(plugin.plan ?? {}) ?? []).map((part): Declared<Part> => Object.freeze({ ...part, plugin: name })),
    )
  return Object.freeze<PlanCatalogParts>({
    tiers: declared(({ tiers }) => tiers),
    quotas: declared(({ quotas }) => quotas?.map(({ name, title, most }) => ({ name, title, most }))),
    meters: declared(({ meters }) => meters),
  })
}

type Count = readonly [quota: string, used: number]

async function countOf(
  { registered: { name, plugin }, tools }: EquippedPlugin,
  orgId: string,
  { contexts, faults }: Pick<HostParts, 'contexts' | 'faults'>,
): Promise<readonly Count[]> {
  const quotas = plugin.plan?.quotas ?? []
  if (quotas.length === 0) return []
  const count = async (): Promise<Count[]> =>
    await Promise.all(quotas.map(async (quota) => [quota.name, await quota.used(workspaceContext(tools, orgId))]))
  try {
    return await within(countLimit, contexts.enter(name, count))
  } catch (error) {
    faults.report({ plugin: name, kind: 'hook', error, requestId: contexts.current()?.requestId })
    return []
  }
}
