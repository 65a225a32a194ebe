import {
  dnsProvider,
  Features,
  PluginCatalog,
  Problem,
  requireService,
  type DnsProvider,
  type PluginContext,
} from '@host/plugin'

/** A provider with the name of its service. */
export interface NamedProvider {
  readonly name: string
  readonly provider: DnsProvider
}

const prefix = 'dns-provider.'

/** The DNS providers of this build, by workspace: those of the features that are on there. */
export class Providers {
  readonly #ctx: Pick<PluginContext, 'lookup'>

  constructor(ctx: Pick<PluginContext, 'lookup'>) {
    this.#ctx = ctx
  }

  /** Providers in the order of their names. */
  async list(orgId: string): Promise<readonly NamedProvider[]> {
    const features = requireService(this.#ctx, Features)
    const found: NamedProvider[] = []
    for (const { feature, provides } of requireService(this.#ctx, PluginCatalog).list()) {
      const names = provides.filter((each) => each.startsWith(prefix)).map((each) => each.slice(prefix.length))
      if (names.length === 0 || !(await features.isEnabled(orgId, feature))) continue
      found.push(...names.flatMap((name) => this.#lookUp(name) ?? []))
    }
    return found.toSorted((one, other) => (one.name < other.name ? -1 : 1))
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

  #lookUp(name: string): NamedProvider | undefined {
    const provider = this.#ctx.lookup(dnsProvider(name))
    return provider && { name, provider }
  }
}

const missing = {
  detail: { en: 'The DNS provider of this account is not available.', zh: '此账号的 DNS 服务商不可用。' },
  nextStep: { en: 'Switch its feature on under Features.', zh: '请在“功能”页面启用相应功能。' },
}
