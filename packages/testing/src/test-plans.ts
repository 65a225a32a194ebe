import {
  definePlugin,
  Entitlements,
  type AnyPlugin,
  type MaybePromise,
  type PluginContext,
  type QuotaLock,
} from '@host/plugin'
import { PlanCatalog } from '@host/plugin/platform'

/** The plan of every workspace, asked at each call. */
export interface TestPlan {
  /** No tier when left out. */
  hasTier?(orgId: string, tier: string): MaybePromise<boolean>
  /** No limit when left out; 0 for a quota that the plan does not include. It is asked for the quotas of plugins only. */
  limitOf?(orgId: string, quota: string): MaybePromise<number | undefined>
  /** The lock of records above a limit; no record is locked when left out. */
  lockOf?(orgId: string, quota: string): MaybePromise<QuotaLock | undefined>
}

/**
 * A plugin that provides `Entitlements`, for tests of what plugins do at the limits of a plan.
 * @example createTestHost({ plugins: [plugin, testPlans({ limitOf: () => 1 })] })
 */
export function testPlans({ hasTier = () => false, limitOf = () => undefined, lockOf }: TestPlan): AnyPlugin {
  return definePlugin({
    name: 'test-plans',
    info: { title: 'Plans', description: 'Plans', icon: 'box', category: 'Plans', api: '^1' },
    models: [],
    mount: (_mux, ctx) =>
      ctx.provide(Entitlements, {
        hasTier,
        // The people of the test host join it within any plan.
        limitOf: (orgId, quota) => (isOfHost(ctx, quota) ? undefined : limitOf(orgId, quota)),
        ...(lockOf && { lockOf }),
        // oxlint-disable-next-line typescript/no-deprecated -- plugins of before 1.1 ask for it
        remaining: async () => undefined,
        explain: () => ({ plan: 'basic', plans: ['plus'], sources: [] }),
        usedOf: () => ({ used: 0, resetsAt: '2100-01-01T00:00:00.000Z' }),
        count: async () => {},
      }),
  })
}

function isOfHost(ctx: Pick<PluginContext, 'lookup'>, name: string): boolean {
  const quotas = ctx.lookup(PlanCatalog)?.parts().quotas ?? []
  return quotas.some((quota) => quota.name === name && quota.plugin === 'host')
}
