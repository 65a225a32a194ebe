import type { DnsProvider, Language } from '@host/plugin'
import {
  builtinProvider,
  listAllDomains,
  listAllProviders,
  listAllZones,
  takeDomain,
  type InstanceProvider,
} from '../../shared.ts'
import { shownProvider } from '../accounts/shown-provider.ts'
import type { DomainsMux } from '../domains-mux.ts'
import type { Parts } from '../parts.ts'
import { builtinFacts } from '../served/builtin-provider.ts'
import { accountsByProvider, domainsOfAll, zonesOfAll } from './console-rows.ts'
import { takeDomainAway } from './take-domain.ts'

/** Routes of instance admins. */
export function mountConsole(mux: DomainsMux, parts: Parts): void {
  const { ctx } = parts
  mux.endpoint(listAllDomains, ({ input }) => domainsOfAll(ctx, input))
  mux.endpoint(listAllZones, ({ input }) => zonesOfAll(ctx, input))
  mux.endpoint(listAllProviders, async ({ language }) => ({ items: await providersOf(parts, language) }))
  mux.endpoint(takeDomain, async ({ params, input, request }) => {
    const { orgId, name, state } = await takeDomainAway(parts, { ...input, id: params.id })
    const before = { workspace: orgId, name, state }
    ctx.audit.describe(request, { target: `domain:${params.id}`, before, after: { reason: input.reason } })
    return undefined
  })
}

function conformanceOf({ conformance }: Pick<DnsProvider, 'conformance'>): InstanceProvider['conformance'] {
  return conformance === undefined ? null : { passed: conformance.passed.length, leftOut: conformance.leftOut.length }
}

/** The DNS server of this host is one of them, where it answers. */
async function providersOf({ ctx, providers, serving }: Parts, language: Language): Promise<InstanceProvider[]> {
  const accounts = await accountsByProvider(ctx)
  const own = { name: builtinProvider, provider: builtinFacts, plugin: ctx.name }
  const all = [...(serving === undefined ? [] : [own]), ...providers.all()]
  return all.map(({ plugin, ...named }) => ({
    ...shownProvider(named, language),
    plugin,
    conformance: conformanceOf(named.provider),
    accounts: accounts.get(named.name) ?? 0,
  }))
}
