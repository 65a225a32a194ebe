import type { AnyPlugin, QuotaRecord, QuotaRecordPage } from '@host/plugin'
import type { AccountingService, Declared, PlanCatalogParts, PlanCatalogService } from '@host/plugin/platform'
import { within } from '../support/within.ts'
import type { HostParts } from './host-parts.ts'
import type { EquippedPlugin } from '../pipeline/equipped-plugin.ts'
import { hostMeters, measuredOf } from '../plans/host-meters.ts'
import type { HostQuota } from '../plans/host-quotas.ts'
import { workspaceContext } from './workspace-context.ts'

/** How long a plugin may count, in milliseconds. */
const countLimit = 2_000

/** A quota of the host's own records, with its count. */
export interface CountedHostQuota extends HostQuota {
  used(orgId: string): Promise<number>
}

interface CatalogParts extends Pick<HostParts, 'contexts' | 'faults'> {
  readonly hostQuotas: readonly CountedHostQuota[]
  readonly accounting: AccountingService
}

/** Makes the service `PlanCatalog` of the definitions of plugins and the host's own quotas. */
export function createPlanCatalog(plugins: readonly EquippedPlugin[], parts: CatalogParts): PlanCatalogService {
  const { hostQuotas } = parts
  const known = partsOf(plugins, hostQuotas)
  return Object.freeze<PlanCatalogService>({
    parts: () => known,
    measured: (use) => measuredOf(parts.accounting, use),
    records: (orgId, quota, page) => recordsOf(plugins, parts, { orgId, quota, page }),
    used: async (orgId) => {
      const own = hostQuotas.map((quota) => countOwn(quota, orgId, parts))
      const counts = await Promise.all([...own, ...plugins.map((plugin) => countOf(plugin, orgId, parts))])
      return new Map(counts.flat())
    },
  })
}

function partsOf(plugins: readonly EquippedPlugin[], hostQuotas: readonly CountedHostQuota[]): PlanCatalogParts {
  const declared = <Part extends object>(list: (plan: NonNullable<AnyPlugin['plan']>) => readonly Part[] | undefined) =>
    plugins.flatMap(({ registered: { name, plugin } }) =>
      (list(plugin.plan ?? {}) ?? []).map((part): Declared<Part> => Object.freeze({ ...part, plugin: name })),
    )
  return Object.freeze<PlanCatalogParts>({
    tiers: declared(({ tiers }) => tiers),
    quotas: [
      ...hostQuotas.map(({ name, title, most, unit = 'count' }) =>
        Object.freeze({ name, title, most, unit, isLockable: false, plugin: 'host' }),
      ),
      ...declared(({ quotas }) =>
        quotas?.map(({ name, title, most, unit = 'count', records }) => {
          return { name, title, most, unit, isLockable: records !== undefined }
        }),
      ),
    ],
    meters: [
      ...hostMeters.map(({ name, title, unit }) => Object.freeze({ name, title, unit, plugin: 'host' })),
      ...declared(({ meters }) => meters),
    ],
  })
}

type Count = readonly [quota: string, used: number]

async function countOwn(
  { name, used }: CountedHostQuota,
  orgId: string,
  { faults }: CatalogParts,
): Promise<readonly Count[]> {
  try {
    return [[name, await within(countLimit, used(orgId))]]
  } catch (error) {
    faults.report({ plugin: 'host', kind: 'hook', error, requestId: undefined })
    return []
  }
}

interface AskedRecords {
  readonly orgId: string
  readonly quota: string
  readonly page: QuotaRecordPage
}

async function recordsOf(
  plugins: readonly EquippedPlugin[],
  { contexts }: Pick<HostParts, 'contexts'>,
  { orgId, quota, page }: AskedRecords,
): Promise<readonly QuotaRecord[] | undefined> {
  for (const { registered, tools } of plugins) {
    const found = registered.plugin.plan?.quotas?.find(({ name }) => name === quota)
    if (found?.records === undefined) continue
    const read = async () => await found.records?.(workspaceContext(tools, orgId).db, page)
    return await within(countLimit, contexts.enter(registered.name, read))
  }
  return undefined
}

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
