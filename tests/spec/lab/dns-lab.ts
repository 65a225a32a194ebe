/** A zone at a provider of the test, and a plugin that changes it through `ctx.dns`. */
import assert from 'node:assert/strict'
import {
  Changesets,
  definePlugin,
  dnsProvider,
  type AnyPlugin,
  type Changeset,
  type ChangesetsService,
  type DnsProvider,
  type DnsRecordSet,
  type DnsService,
} from '@host/plugin'
import { infoOf } from './plugins.ts'
import type { Visitor } from './visitor.ts'
import { until } from '@host/host/testing/until'

/** The zone that tests change. */
export const zone = 'acme.example'

/** A plugin, and its services once it is mounted. */
export interface DnsUser {
  readonly plugin: AnyPlugin
  dns(): DnsService
  changesets(): ChangesetsService
}

/** Makes a plugin that provides a provider as `memory`. */
export function dnsUser(provider: DnsProvider): DnsUser {
  let services: { readonly dns: DnsService; readonly changesets: ChangesetsService | undefined } | undefined
  const plugin = definePlugin({
    name: 'dns-user',
    info: infoOf('Links'),
    models: [],
    mount(_mux, ctx) {
      ctx.provide(dnsProvider('memory'), provider)
      services = { dns: ctx.dns, changesets: ctx.lookup(Changesets) }
    },
  })
  const mounted = <Service>(service: Service | undefined): Service => {
    if (service === undefined) throw new Error('The plugin is not mounted.')
    return service
  }
  return { plugin, dns: () => mounted(services?.dns), changesets: () => mounted(services?.changesets) }
}

/** Adds the zone to the workspace of an admin. @returns its ID, and that of the workspace */
export async function addZone(admin: Visitor): Promise<{ readonly id: string; readonly orgId: string }> {
  const account = { provider: 'memory', label: 'Memory', settings: { token: 'memory-token' } }
  const { body } = await admin.post<{ id: string }>('/api/x/domains/accounts', account)
  const added = await admin.post<{ id: string }>('/api/x/domains/zones', { accountId: body.id, name: zone })
  const me = await admin.get<{ workspace: { id: string } }>('/api/auth/me')
  if (added.status !== 201) throw new Error(`The zone is not added: ${JSON.stringify(added.body)}`)
  return { id: added.body.id, orgId: me.body.workspace.id }
}

/** A record set of the zone with one text. */
export function textSet(name: string, text: string): DnsRecordSet {
  return { name: `${name}.${zone}`, type: 'TXT', ttl: 60, data: [`"${text}"`] }
}

/** Waits until no run of a changeset is in progress. */
export async function endOf(changesets: ChangesetsService, orgId: string, id: string): Promise<Changeset> {
  let found: Changeset | undefined
  await until(async () => {
    found = await changesets.find(orgId, id)
    return found?.state !== 'applying'
  })
  return found ?? assert.fail('The changeset is gone.')
}

/** One applied change of a key, in the order of the history. */
export interface AppliedChange {
  readonly key: string
  readonly before: string
  readonly after: string
}

/** Every applied change of a zone by the history, the first one first; values as JSON. */
export async function appliedChanges(
  changesets: ChangesetsService,
  reader: Visitor,
  { id, orgId }: { readonly id: string; readonly orgId: string },
): Promise<readonly AppliedChange[]> {
  const ids: string[] = []
  for (let cursor = ''; ;) {
    const path = `/api/x/domains/zones/${id}/history?limit=200${cursor}`
    const { body } = await reader.get<{ items: { id: string }[]; nextCursor: string | null }>(path)
    ids.unshift(...body.items.map((item) => item.id).toReversed())
    if (body.nextCursor === null) break
    cursor = `&cursor=${body.nextCursor}`
  }
  const changes: AppliedChange[] = []
  for (const changeset of ids) {
    const { items } = await changesets.steps(orgId, changeset, { limit: 200 })
    for (const { key, before, after, state } of items) {
      if (state === 'applied') changes.push({ key, before: JSON.stringify(before), after: JSON.stringify(after) })
    }
  }
  return changes
}
