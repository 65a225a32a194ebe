import {
  Changesets,
  definePlugin,
  dnsProvider,
  Events,
  requireService,
  type ChangesetsService,
  type DnsProvider,
  type DnsService,
  type EventRecord,
} from '@host/plugin'

/** Another plugin, which provides a DNS provider, uses `ctx.dns`, and sees the events of records. */
export interface DnsWitness {
  readonly plugin: ReturnType<typeof definePlugin>
  readonly events: EventRecord[]
  changesets(): ChangesetsService
  dns(): DnsService
}

/** Makes a witness that provides a provider as `memory`. */
export function createDnsWitness(provider: DnsProvider, name = 'links'): DnsWitness {
  const events: EventRecord[] = []
  let services: { readonly changesets: ChangesetsService; readonly dns: DnsService } | undefined
  const mounted = () => {
    if (services === undefined) throw new Error('The witness is not mounted.')
    return services
  }
  const plugin = definePlugin({
    name,
    info: { title: 'Links', description: 'Uses DNS', icon: 'link', category: 'Work', api: '^1' },
    models: [],
    mount(_mux, ctx) {
      ctx.provide(dnsProvider('memory'), provider)
      services = { changesets: requireService(ctx, Changesets), dns: ctx.dns }
      requireService(ctx, Events).subscribe(
        'records',
        'record.changed',
        async (_scope, event) => void events.push(event),
      )
    },
  })
  return { plugin, events, changesets: () => mounted().changesets, dns: () => mounted().dns }
}
