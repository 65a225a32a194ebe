import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { AuditLog } from '@host/plugin/platform'
import {
  addZone,
  listAccounts,
  listAllDomains,
  listAllProviders,
  listAllZones,
  listDomains,
  takeDomain,
} from '../../shared.ts'
import { openDomainsLab } from '../testing/domains-lab.ts'
import { openWatchesLab, right } from '../testing/watches-lab.ts'
import { openZonesLab } from '../testing/zones-lab.ts'

const code = (expected: string) => (error: unknown) => (error as { readonly code?: string }).code === expected

suite('the console', () => {
  test('shows the domains of all workspaces with what is wrong first, and how many claim a name', async () => {
    await using lab = await openDomainsLab()
    const { host } = lab
    const verified = await lab.add('acme.example')
    lab.set(verified)
    await lab.verify(verified.id)
    await lab.add('acme.example', host.as('otherOwner'))
    await lab.add('bücher.example', host.as('otherOwner'))
    const { items } = await host.as('instanceAdmin').call(listAllDomains, {})
    assert.deepEqual(
      items
        .map(({ name, state, claims, workspace }) => [name, state, claims, workspace.id])
        .toSorted((one, other) => String(one).localeCompare(String(other))),
      [
        ['acme.example', 'pending', 2, host.workspaces.there],
        ['acme.example', 'verified', 2, host.workspaces.here],
        ['bücher.example', 'pending', 1, host.workspaces.there],
      ],
    )
    assert.equal(items.at(-1)?.state, 'verified', 'the verified one is last')
    assert.ok(items.every(({ workspace }) => workspace.name !== ''))
    const pending = await host.as('instanceAdmin').call(listAllDomains, { state: 'pending', q: 'CHER' })
    assert.deepEqual(
      pending.items.map(({ asciiName }) => asciiName),
      ['xn--bcher-kva.example'],
    )
    const paged = await host.as('instanceAdmin').call(listAllDomains, { limit: 2 })
    const rest = await host.as('instanceAdmin').call(listAllDomains, { limit: 2, cursor: paged.nextCursor ?? '' })
    assert.equal(new Set([...paged.items, ...rest.items].map(({ id }) => id)).size, 3)
  })

  test('is for instance admins alone', async () => {
    await using lab = await openDomainsLab()
    const { id } = await lab.add('acme.example')
    const input = { id, name: 'acme.example', reason: 'Abuse' }
    for (const [person, expected] of [
      ['anonymous', 'unauthenticated'],
      ['member', 'forbidden'],
      ['owner', 'forbidden'],
    ] as const) {
      const client = lab.host.as(person)
      await assert.rejects(client.call(listAllDomains, {}), code(expected), person)
      await assert.rejects(client.call(listAllZones, {}), code(expected), person)
      await assert.rejects(client.call(listAllProviders), code(expected), person)
      await assert.rejects(client.call(takeDomain, input), code(expected), person)
    }
    assert.equal((await lab.host.as('member').call(listDomains, {})).items.length, 1)
  })

  test('takes a domain away: its hosts end with the answer, its admins are told, it can be added again', async () => {
    await using lab = await openDomainsLab()
    const { host } = lab
    const added = await lab.add('acme.example')
    lab.set(added)
    await lab.verify(added.id)
    assert.deepEqual(await lab.proofs(), ['acme.example'])
    await lab.edge.assign(host.workspaces.here, 'go.acme.example')
    const served = async () => (await host.fetch(new Request('http://go.acme.example/'))).status
    assert.equal(await served(), 200)
    const admin = host.as('instanceAdmin')
    const take = (name: string, reason: string) => admin.call(takeDomain, { id: added.id, name, reason })
    await assert.rejects(take('acme.test', 'Abuse'), code('invalid_input'))
    await assert.rejects(take('acme.example', ' '), code('invalid_input'))
    await assert.rejects(admin.call(takeDomain, { id: 'dom_none', name: 'a', reason: 'b' }), code('not_found'))
    assert.deepEqual(await lab.proofs(), ['acme.example'])
    await take('ACME.example', 'It belongs to someone else.')
    assert.deepEqual([await lab.proofs(), (await served()) === 200], [[], false])
    const { items: entries } = await host.service(AuditLog).list(undefined, { action: 'domain.taken' })
    assert.deepEqual(
      entries.map(({ actor, target, before, after, endpoint }) => ({
        actor: actor.id,
        target,
        before,
        after,
        endpoint,
      })),
      [
        {
          actor: host.userIds.instanceAdmin,
          target: `domain:${added.id}`,
          before: { workspace: host.workspaces.here, name: 'acme.example', state: 'verified' },
          after: { reason: 'It belongs to someone else.' },
          endpoint: 'POST /api/instance/domains/{id}/take',
        },
      ],
      'refused calls have no entry',
    )
    assert.deepEqual((await host.as('member').call(listDomains, {})).items, [])
    const told = lab.notifications.at(-1)
    assert.match(JSON.stringify(told), /acme\.example was taken away.*It belongs to someone else\./)
    assert.deepEqual(told?.to, { orgId: host.workspaces.here, role: 'admin' })
    assert.ok((await lab.events()).includes('domain.removed'))
    assert.equal((await lab.add('acme.example')).state, 'pending')
  })

  test('shows the zones of all workspaces, those with problems first', async () => {
    await using lab = await openWatchesLab()
    const { host } = lab
    const admin = host.as('instanceAdmin')
    const account = (await host.as('admin').call(listAccounts)).items[0]?.id ?? ''
    for (const name of ['fine.example', 'gone.example']) {
      lab.provider.addZone(name)
      await host.as('admin').call(addZone, { accountId: account, name })
    }
    await lab.watch()
    await lab.pass({ minutes: 3 })
    lab.answer(['api'], [])
    lab.provider.removeZone('gone.example')
    await lab.hours(9)
    await admin.signIn()
    const { items } = await admin.call(listAllZones, {})
    assert.deepEqual(
      items.map(({ name, problem, failing }) => [name, problem, failing]),
      [
        ['gone.example', 'remote_failed', 0],
        ['acme.example', null, 1],
        ['fine.example', null, 0],
      ],
    )
    lab.answer(['api'], right)
    await lab.hours(9)
    await admin.signIn()
    const healed = await admin.call(listAllZones, { sort: '-urgency', limit: 2 })
    assert.deepEqual(new Set(healed.items.map(({ name }) => name)), new Set(['fine.example', 'acme.example']))
  })

  test('shows zones without records or credentials, and providers with their plugin and accounts', async () => {
    await using lab = await openZonesLab()
    const admin = lab.host.as('instanceAdmin')
    const zones = await admin.call(listAllZones, {})
    assert.ok(Array.isArray(zones.items))
    const { items } = await admin.call(listAllProviders)
    assert.ok(items.length >= 3)
    assert.ok(items.every(({ plugin, accounts }) => plugin !== '' && accounts >= 0))
    const rules = new Map(items.map(({ name, conformance }) => [name, conformance?.passed]))
    assert.equal(rules.get('memory'), undefined, 'a provider without the statement of its author')
    for (const name of ['cloudflare', 'route53', 'rfc2136']) assert.ok((rules.get(name) ?? 0) > 35, name)
    assert.doesNotMatch(JSON.stringify([zones, items]), /seal|secret-|token-/)
  })
})
