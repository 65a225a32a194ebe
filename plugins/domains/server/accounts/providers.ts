import { dnsProvider, Features, PluginCatalog, Problem, requireService, type DnsProvider } from '@host/plugin'
import type { Parts } from '../parts.ts'
import { builtinProvider } from '../../shared.ts'
import { practice, practiceProvider } from '../practice/practice-provider.ts'
import { openBuiltinProvider } from '../served/builtin-provider.ts'

/** A provider with the name of its service. */
export interface NamedProvider {
  readonly name: string
  readonly provider: DnsProvider
}

/** A provider with the plugin that brings it. */
export interface OfferedProvider extends NamedProvider {
  readonly plugin: string
  readonly feature: string
}

const prefix = 'dns-provider.'

/** Dependencies of the providers. */
export type ProviderParts = Pick<Parts, 'ctx' | 'jobs' | 'clock' | 'serving' | 'nameServers'>

/** The DNS providers of this build, by workspace: those of the features that are on there. */
export class Providers {
  readonly #parts: ProviderParts
  readonly #ctx: ProviderParts['ctx']

  constructor(parts: ProviderParts) {
    this.#parts = parts
    this.#ctx = parts.ctx
  }

  /** Every provider of the build, in the order of their names. */
  all(): readonly OfferedProvider[] {
    const found = requireService(this.#ctx, PluginCatalog)
      .list()
      .flatMap(({ name: plugin, feature, provides }) => {
        const names = provides.filter((each) => each.startsWith(prefix)).map((each) => each.slice(prefix.length))
        return names.flatMap((name) => this.#lookUp(name) ?? []).map((named) => ({ ...named, plugin, feature }))
      })
    return found.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  }

  /** Those of a workspace's accounts: the ones on offer, and that of the sample data. */
  async list(orgId: string): Promise<readonly NamedProvider[]> {
    const db = this.#ctx.db.inWorkspace(orgId, 'records of its sample zone')
    return [...(await this.offered(orgId)), { name: practice, provider: practiceProvider(db) }]
  }

  /** Those that a workspace may add accounts of, in the order of their names; the DNS server of this host comes first. */
  async offered(orgId: string): Promise<readonly NamedProvider[]> {
    const features = requireService(this.#ctx, Features)
    const isOn = new Map<string, boolean>()
    const all = this.all()
    for (const { feature } of all) isOn.set(feature, isOn.get(feature) ?? (await features.isEnabled(orgId, feature)))
    return [...this.#builtin(orgId), ...all.filter(({ feature }) => isOn.get(feature))]
  }

  async find(orgId: string, name: string): Promise<DnsProvider | undefined> {
    return (await this.list(orgId)).find((each) => each.name === name)?.provider
  }

  /** @throws Problem `service_unavailable` for one that the workspace doesn't have */
  async named(orgId: string, name: string): Promise<DnsProvider> {
    const found = await this.find(orgId, name)
    if (found === undefined) throw new Problem('service_unavailable', missing)
    return found
  }

  #builtin(orgId: string): readonly NamedProvider[] {
    const { serving } = this.#parts
    if (serving === undefined) return []
    const db = this.#ctx.db.inWorkspace(orgId, 'DNS zones that this host serves')
    return [{ name: builtinProvider, provider: openBuiltinProvider({ parts: this.#parts, serving, db, orgId }) }]
  }

  #lookUp(name: string): NamedProvider | undefined {
    const provider = this.#ctx.lookup(dnsProvider(name))
    return provider && { name, provider }
  }
}

const missing = {
  detail: { en: 'The DNS provider of this account is not available.', zh: '此账号的 DNS 服务商不可用。' },
  nextStep: { en: 'Switch its feature on under Features.', zh: '请在“功能”页面启用相应功能。' },
}
