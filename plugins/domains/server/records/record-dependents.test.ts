import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { definePlugin, requireService, type EndpointInput } from '@host/plugin'
import { Edge, type EdgeService } from '@host/plugin/platform'
import { createTestHost, memoryDnsProvider } from '@host/testing'
import { addAccount, addDomain, addZone, planRecords, refreshZone, verifyDomain } from '../../shared.ts'
import { plugin } from '../index.ts'
import { createDnsWitness } from '../testing/dns-witness.ts'
import { startDnsTree } from '../testing/dns-tree.ts'
import { acme } from '../testing/zones-lab.ts'

/** A zone whose domain is verified and whose host names a feature answers. */
async function openLab() {
  const tree = await startDnsTree()
  const address = (name: string) => ({ name: `${name}.${acme}`, type: 'A', ttl: 300, data: ['192.0.2.1'] })
  const provider = memoryDnsProvider({ zones: { [acme]: ['www', 'go', 'mail'].map(address) } })
  const held: { edge?: EdgeService } = {}
  const feature = definePlugin({
    name: 'pages',
    info: { title: 'Pages', description: 'Answers hosts', icon: 'link', category: 'Work', api: '^1' },
    models: [],
    mount: (_mux, ctx) => void (held.edge = requireService(ctx, Edge)),
  })
  const dns = createDnsWitness(provider)
  const plugins = [plugin, dns.plugin, feature]
  const host = await createTestHost({ plugins, environment: tree.environment })
  const admin = host.as('admin')
  const account = await admin.call(addAccount, { provider: 'memory', label: 'M', settings: { token: 'memory-token' } })
  const { id } = await admin.call(addZone, { accountId: account.id, name: acme })
  tree.delegate(acme)
  const planned = (input: EndpointInput<typeof planRecords>) => admin.call(planRecords, input)
  const { edge } = held
  assert.ok(edge)
  return {
    host,
    tree,
    provider,
    id,
    edge,
    /** Plans as an admin. @returns what depends on the changed records */
    plan: async (edits: Omit<Parameters<typeof planned>[0], 'id'>) => {
      const { changeset } = await planned({ id, ...edits })
      const found = await dns.changesets().find(host.workspaces.here, changeset?.id ?? '')
      return found?.dependents
    },
    [Symbol.asyncDispose]: async () => {
      await host.close()
      await tree[Symbol.asyncDispose]()
    },
  }
}

suite('the blast radius of a plan of records', () => {
  test('has the host names that features answer, if their addresses go or change', async () => {
    await using lab = await openLab()
    for (const name of ['www', 'go', 'new']) await lab.edge.assign(lab.host.workspaces.here, `${name}.${acme}`)
    const set = (name: string) => ({ name, type: 'A', ttl: 300, data: ['192.0.2.9'] })
    const dependents = await lab.plan({
      set: [set('go'), set('mail'), set('new')],
      delete: [{ name: 'www', type: 'A' }],
    })
    assert.deepEqual(
      dependents?.map(({ code, count, examples, effect }) => [code, count, examples, effect]),
      [
        ['hosts', 1, [`www.${acme}`], 'stops'],
        ['hosts', 1, [`go.${acme}`], 'changes'],
      ],
    )
  })

  test('has a verified domain whose TXT record goes', async () => {
    await using lab = await openLab()
    const { id, challenge } = await lab.host.as('admin').call(addDomain, { name: acme })
    lab.tree.text(challenge.name, [challenge.value])
    assert.equal((await lab.host.as('admin').call(verifyDomain, { id })).state, 'verified')
    const proof = { name: challenge.name, type: 'TXT', ttl: 300, data: [`"${challenge.value}"`, '"other=1"'] }
    lab.provider.zones.get(acme)?.set(proof)
    await lab.host.as('admin').call(refreshZone, { id: lab.id })
    const name = '_host-challenge'
    assert.deepEqual(await lab.plan({ set: [{ ...proof, name, data: [`"${challenge.value}"`] }] }), [])
    const dependents = await lab.plan({ delete: [{ name, type: 'TXT' }] })
    assert.deepEqual(
      dependents?.map(({ code, examples, effect, path }) => [code, examples, effect, path]),
      [['proofs', [acme], 'stops', '/domains']],
    )
  })
})
