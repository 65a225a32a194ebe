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
import { AuditLog, type AuditLogService } from '@host/plugin/platform'

/** Another plugin, which provides a DNS provider, uses `ctx.dns`, and sees the events of records and of tokens for dynamic DNS, and the audit log. */
export interface DnsWitness {
  readonly plugin: ReturnType<typeof definePlugin>
  readonly events: EventRecord[]
  changesets(): ChangesetsService
  dns(): DnsService
  auditLog(): AuditLogService
}

/** Makes a witness that provides a provider as `memory`. */
export function createDnsWitness(provider: DnsProvider, name = 'links'): DnsWitness {
  const events: EventRecord[] = []
  let services: Services | undefined
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
      const auditLog = requireService(ctx, AuditLog)
      services = { changesets: requireService(ctx, Changesets), dns: ctx.dns, auditLog }
      requireService(ctx, Events).subscribe(
        'records',
        ['record.changed', 'ddns_token.created', 'ddns_token.revoked'],
        async (_scope, event) => void events.push(event),
      )
    },
  })
  return {
    plugin,
    events,
    changesets: () => mounted().changesets,
    dns: () => mounted().dns,
    auditLog: () => mounted().auditLog,
  }
}

interface Services {
  readonly changesets: ChangesetsService
  readonly dns: DnsService
  readonly auditLog: AuditLogService
}
