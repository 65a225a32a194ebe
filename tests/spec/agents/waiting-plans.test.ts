/** Plans that wait for approval, in the inboxes of those who may apply them. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { memoryDnsProvider } from '@host/testing'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { agentOf } from '../lab/agents.ts'
import { until } from '@host/host/testing/until'
import { addZone, dnsUser, zone } from '../lab/dns-lab.ts'
import { startSpecHost } from '../lab/spec-host.ts'
import type { Visitor } from '../lab/visitor.ts'

interface Item {
  readonly title: string
  readonly body: string | null
  readonly path: string | null
  readonly actions: readonly { readonly label: string }[]
  readonly outcome: string | null
  readonly isRead: boolean
}

interface Plan {
  readonly id: string
  readonly hash: string
}

const inbox = async (person: Visitor): Promise<readonly Item[]> => {
  const { body } = await person.get<{ items: readonly Item[] }>('/api/notifications')
  return body.items.filter(({ path }) => path?.startsWith('/changes/') === true)
}

const set = (name: string) => [{ name: `${name}.${zone}`, type: 'A', ttl: 300, data: ['192.0.2.7'] }]

async function planAs(person: Visitor, zoneId: string, name: string): Promise<Plan> {
  const input = { title: `Add ${name}`, note: 'For the launch', set: set(name), delete: [] }
  const { body } = await person.post<{ changeset: Plan }>(`/api/x/domains/zones/${zoneId}/plan`, input)
  assert.ok(body.changeset, JSON.stringify(body))
  return body.changeset
}

for (const database of testDatabases) {
  describe(`on ${database.name}`, () => {
    test('the plan of a member reaches the admins once with its author and note, and ends with the decision', async () => {
      const { host, ada, ben, cleo, zoneId } = await open(database)
      await using _ = host
      const { id, hash } = await planAs(cleo, zoneId, 'www')
      await until(async () => (await inbox(ben)).length === 1 && (await inbox(ada)).length === 1)
      const [item] = await inbox(ben)
      assert.equal(item?.title, 'Approval needed: Add www')
      assert.match(item?.body ?? '', /^cleo proposed this change\..*For the launch$/s)
      assert.equal(item?.path, `/changes/${id}`)
      assert.deepEqual(
        item?.actions.map(({ label }) => label),
        ['Review…', 'Dismiss'],
      )
      assert.deepEqual(await inbox(cleo), [])
      assert.equal((await ben.post(`/api/changesets/${id}/approve`, { hash })).status, 200)
      await until(async () => (await inbox(ada))[0]?.outcome === 'Approved by ben')
      assert.deepEqual(
        (await inbox(ada)).map(({ actions, isRead }) => [actions, isRead]),
        [[[], true]],
      )

      const withdrawn = await planAs(cleo, zoneId, 'mail')
      await until(async () => (await inbox(ben)).length === 2)
      assert.equal((await cleo.post(`/api/changesets/${withdrawn.id}/dismiss`)).status, 200)
      await until(async () => (await inbox(ben))[0]?.outcome === 'Withdrawn by cleo')
    })

    test('an own plan that its author may apply asks nobody, and the plan of their agent does', async () => {
      const { host, ben, zoneId } = await open(database)
      await using _ = host
      await planAs(ben, zoneId, 'own')
      await using agent = await agentOf(host, ben)
      const input = { id: zoneId, title: 'Add bot', set: set('bot'), delete: [] }
      const { isError, content } = await agent.callTool({ name: 'domains_plan_records', arguments: input })
      assert.notEqual(isError, true, JSON.stringify(content))
      await until(async () => (await inbox(ben)).length > 0)
      const items = await inbox(ben)
      assert.deepEqual(
        items.map(({ title }) => title),
        ['Approval needed: Add bot'],
      )
      assert.match(items[0]?.body ?? '', /^An agent of ben proposed this change\./)
    })
  })
}

async function open(database: (typeof testDatabases)[number]) {
  const usual = [{ name: zone, type: 'NS', ttl: 86_400, data: ['ns1.provider.example.'] }] as const
  const user = dnsUser(memoryDnsProvider({ zones: { [zone]: usual } }))
  const environment = { HOST_PUBLIC_URL: 'http://host.test' }
  const host = await startSpecHost({ plugins: [user.plugin], database, environment })
  const people = await host.people()
  return { host, ...people, zoneId: (await addZone(people.ada)).id }
}
