import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, suite, test } from 'node:test'
import { Accounting, type Usage, type UsageOf, type UsageRequest } from '@host/plugin/platform'
import fc from 'fast-check'
import { testDatabases, type TestDatabase } from '../../../testing/database/test-databases.ts'
import { labHost, type LabHost, type LabPerson } from '../../../testing/lab-host.ts'
import { kiosk, shop } from '../../../testing/observability/accounting/shop-plugin.ts'
import { instanceOrgId } from '../../request/instance-org-id.ts'
import { until } from '../../../testing/until.ts'

const path = '/api/x/shop'
const from = new Date(Date.now() - 3_600_000).toISOString()
const to = new Date(Date.now() + 3_600_000).toISOString()

/** A host's usage data; the counters are zero where it has none. */
async function usageOf({ host }: LabHost, asked: Partial<UsageRequest> = {}): Promise<ReadonlyMap<string, UsageOf>> {
  const found = await host.lookup(Accounting)?.usage({ by: 'plugin', from, to, limit: 200, ...asked })
  return new Map((found ?? []).map((usage) => [usage.of, usage]))
}

/** How often each counter went up from one look to the next. */
function risen(later: Usage | undefined, earlier: Usage | undefined, ...counters: readonly (keyof Usage)[]) {
  return Object.fromEntries(counters.map((counter) => [counter, (later?.[counter] ?? 0) - (earlier?.[counter] ?? 0)]))
}

for (const product of testDatabases) {
  suite(`usage of plugins, on ${product.dialect}`, () => {
    const ends: (() => unknown)[] = []
    let fresh: TestDatabase
    let lab: LabHost
    let other: LabHost
    before(async () => {
      fresh = await product.create()
      const environment = { HOST_DATABASE_URL: fresh.url, HOST_SECRET_KEY: randomBytes(32).toString('base64') }
      const context = { after: (end: () => unknown) => void ends.push(end) }
      lab = await labHost(context, [shop, kiosk], { environment, worker: { isFirst: true } })
      other = await labHost(context, [shop, kiosk], { environment, worker: { isFirst: false } })
    })
    after(async () => {
      for (const end of ends.toReversed()) await end()
      await fresh[Symbol.asyncDispose]()
    })

    /** The shop's usage for a person's workspace during some work. */
    async function during(person: LabPerson, work: () => Promise<unknown>, ...counters: readonly (keyof Usage)[]) {
      const asked = { plugin: 'shop', by: 'workspace', orgId: person.orgId } as const
      const earlier = (await usageOf(lab, asked)).get(person.orgId)
      await work()
      return risen((await usageOf(lab, asked)).get(person.orgId), earlier, ...counters)
    }

    for (const [what, route, errors] of [
      ['an answer', 'mine', 0],
      ['an answer that is streamed', 'stream', 0],
      ['a problem below 500', 'refuse', 0],
      ['a handler that throws', 'throw', 1],
    ] as const) {
      test(`§P36 ${what} is one call and ${errors} errors of its plugin and workspace`, async () => {
        const ada = await lab.person('member', 'Studio')
        const used = await during(
          ada,
          async () => await (await ada.call('GET', `${path}/${route}`)).text(),
          'calls',
          'errors',
        )
        assert.deepEqual(used, { calls: 1, errors })
      })
    }

    test('statements count with their time for the plugin whose code runs, alone, in transactions and in batches', async () => {
      const ada = await lab.person('member', 'Studio')
      await ada.call('GET', `${path}/mine`)
      const reading = await during(ada, () => ada.call('GET', `${path}/mine`), 'queries')
      const used = await during(ada, () => ada.call('GET', `${path}/sell`), 'queries', 'databaseTime')
      assert.equal((used['queries'] ?? 0) - (reading['queries'] ?? 0), 5)
      assert.ok((used['databaseTime'] ?? 0) > 0)
    })

    test('§P36 tries of jobs count in the workspace that they were enqueued for, and those that failed', async () => {
      const ada = await lab.person('member', 'Studio')
      const wait = async (): Promise<void> => {
        await ada.call('GET', `${path}/pack`)
        await until(async () => {
          await usageOf(other)
          return ((await usageOf(lab, { plugin: 'shop' })).get('shop')?.jobs ?? 0) >= 2
        })
      }
      const used = await during(ada, wait, 'calls', 'errors', 'jobs', 'jobErrors')
      assert.deepEqual(used, { calls: 1, errors: 0, jobs: 2, jobErrors: 1 })
    })

    test('requests to anonymous clients count, and those that brought no answer', async () => {
      const ada = await lab.person('member', 'Studio')
      const url = encodeURIComponent('http://127.0.0.1:1/')
      const used = await during(
        ada,
        () => ada.call('GET', `${path}/fetch?url=${url}`),
        'outboundCalls',
        'outboundErrors',
      )
      assert.deepEqual(used, { outboundCalls: 1, outboundErrors: 1 })
    })

    test('§P36 however requests of two plugins, two workspaces and anonymous clients overlap, each is counted once and where it belongs', async () => {
      const people = [await lab.person('member', 'Studio'), await lab.person('member', 'Mill')] as const
      const someone = fc.record({
        plugin: fc.constantFrom('shop', 'kiosk'),
        as: fc.constantFrom(0, 1, 'nobody' as const),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(someone, { minLength: 1, maxLength: 60 }), async (calls) => {
          const look = () => Promise.all(['shop', 'kiosk'].map((plugin) => usageOf(lab, { by: 'workspace', plugin })))
          const earlier = await look()
          await Promise.all(
            calls.map(({ plugin, as }) =>
              as === 'nobody'
                ? lab.get(`/api/x/${plugin}/public`)
                : (people[as] ?? people[0]).call('GET', `/api/x/${plugin}/mine`),
            ),
          )
          const now = await look()
          for (const [at, plugin] of ['shop', 'kiosk'].entries()) {
            for (const as of [0, 1, 'nobody'] as const) {
              const orgId = as === 'nobody' ? instanceOrgId : (people[as]?.orgId ?? '')
              const made = calls.filter((call) => call.plugin === plugin && call.as === as).length
              assert.deepEqual(risen(now[at]?.get(orgId), earlier[at]?.get(orgId), 'calls'), { calls: made })
            }
          }
        }),
        { numRuns: 8 },
      )
    })

    test('§P36 several processes add to the same row', async () => {
      const ada = await lab.person('member', 'Studio')
      const used = await during(
        ada,
        async () => {
          const there = { cookie: ada.cookie }
          await Promise.all([1, 2, 3].map(() => other.get(`${path}/mine`, there)))
          await Promise.all([ada.call('GET', `${path}/mine`), usageOf(other)])
        },
        'calls',
      )
      assert.deepEqual(used, { calls: 4 })
    })

    test('the history adds up to the same, hour by hour', async () => {
      const course = await lab.host.lookup(Accounting)?.course({ from, to, plugin: 'kiosk' })
      const kiosks = (await usageOf(lab)).get('kiosk')
      const calls = (course ?? []).reduce((sum, hour) => sum + hour.calls, 0)
      assert.equal(calls, kiosks?.calls)
      for (const { at } of course ?? []) assert.match(at, /:00:00\.000Z$/)
    })

    test('a stretch of time that is none is refused', async () => {
      const accounting = lab.host.lookup(Accounting)
      await assert.rejects(async () => await accounting?.course({ from: to, to: from }), TypeError)
      await assert.rejects(async () => await accounting?.course({ from: 'yesterday', to }), TypeError)
    })
  })
}
