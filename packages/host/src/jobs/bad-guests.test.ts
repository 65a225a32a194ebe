/** Handlers and plugins that misbehave in every way: their cost is bounded, and others don't bear it. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { JobOutcome } from '@host/plugin'
import { testDatabases } from '../../testing/database/test-databases.ts'
import { openJobLab, tagged, type JobLab, type LabNode } from '../../testing/jobs/job-lab.ts'
import { until } from '../../testing/until.ts'

const neighbour = tagged({ name: 'neighbour' })

/** An error of which one property can be read once. */
function readOnce(property: string): Error {
  let isRead = false
  return Object.defineProperty(new Error('once'), property, {
    get: () => {
      if (isRead) throw new Error('no')
      isRead = true
      return 'once'
    },
  })
}

/** A job of another workspace, which must run whatever the bad one does. */
async function neighbourIsServed({ jobs, service }: LabNode, done: readonly string[]): Promise<void> {
  const before = done.length
  await service.enqueue('org_b', neighbour, { tag: 'b' })
  await until(async () => {
    await jobs.look()
    return done.length > before
  })
  assert.equal(done.length, before + 1)
}

async function open(product: (typeof testDatabases)[number]): Promise<{
  readonly lab: JobLab
  readonly node: LabNode
  readonly done: string[]
}> {
  const lab = await openJobLab(product)
  const node = await lab.start()
  const done: string[] = []
  node.service.handle(neighbour, async (_scope, { tag }) => void done.push(tag))
  return { lab, node, done }
}

for (const product of testDatabases) {
  describe(`bad guests on ${product.dialect}`, () => {
    test('§P51 any value thrown by a handler is a failed attempt and a short text', async () => {
      const { lab, node, done } = await open(product)
      await using _lab = lab
      const kind = tagged({ name: 'throws', attempts: 1 })
      const hostile = new Proxy(
        {},
        {
          get: () => {
            throw new Error('no')
          },
        },
      )
      const shy: unknown = new Proxy(
        {},
        {
          getPrototypeOf: () => {
            throw new Error('no')
          },
        },
      )
      const thrown: readonly unknown[] = [
        undefined,
        null,
        Symbol('s'),
        Object.create(null),
        hostile,
        {
          toString: () => {
            throw new Error('no text')
          },
        },
        new Error('x'.repeat(1_000_000)),
        new Error('a\0b\uD800'),
        Object.assign(new Error(), { message: 7 }),
        ...['message', 'name', 'stack', 'cause', 'code'].map(readOnce),
        'plain',
      ]
      node.service.handle(kind, async (_scope, { tag }) => {
        if (tag === 'outcome') return shy as JobOutcome
        throw thrown[Number(tag)]
      })
      const ids: string[] = []
      for (const tag of thrown.keys()) ids.push(await node.service.enqueue('org_a', kind, { tag: String(tag) }))
      ids.push(await node.service.enqueue('org_a', kind, { tag: 'outcome' }))
      await neighbourIsServed(node, done)
      await node.jobs.settle()
      for (const [place, id] of ids.entries()) {
        assert.equal((await node.service.status('org_a', id))?.state, 'failed', `the one that throws thing ${place}`)
      }
      const faults = await lab.query(`select fault from host_jobs where kind = 'throws'`)
      assert.ok(faults.every(({ fault }) => String(fault).length <= 500))
    })

    test('§P51 progress reported a thousand times is written once a second, and invalid progress fails its attempt', async () => {
      const { lab, node, done } = await open(product)
      await using _lab = lab
      const kind = tagged({ name: 'says', attempts: 1 })
      node.service.handle(kind, async ({ progress }, { tag }) => {
        if (tag === 'bad') progress(Number.NaN)
        for (let place = 0; place < 1_000; place += 1) progress(place / 1_000, 'n'.repeat(100_000))
      })
      const good = await node.service.enqueue('org_a', kind, { tag: 'good' })
      const bad = await node.service.enqueue('org_a', kind, { tag: 'bad' })
      await neighbourIsServed(node, done)
      await node.jobs.settle()
      assert.equal((await node.service.status('org_a', bad))?.state, 'failed')
      const status = await node.service.status('org_a', good)
      assert.equal(status?.state, 'done')
      assert.ok((status?.note ?? '').length <= 200)
      const told = lab.told.filter((line) => line.includes(good)).length
      assert.ok(told <= 20, `${told} of 1,000 changes were told`)
    })

    test('§P51 a job that enqueues two of itself, forever, delays no other job', async () => {
      const { lab, node, done } = await open(product)
      await using _lab = lab
      const kind = tagged({ name: 'breeds' })
      let isOver = false
      node.service.handle(kind, async ({ orgId }) => {
        for (const tag of isOver ? [] : ['one', 'two']) await node.service.enqueue(orgId, kind, { tag })
      })
      await node.service.enqueue('org_a', kind, { tag: 'x' })
      for (let round = 0; round < 20; round += 1) await node.jobs.look()
      await neighbourIsServed(node, done)
      isOver = true
      await lab.query(`delete from host_jobs where kind = 'breeds' and state = 'waiting'`)
    })

    test('§P51 a handler that never ends and takes no notice of its signal gives its slot back when its time is over', async () => {
      const { lab, node, done } = await open(product)
      await using _lab = lab
      const kind = tagged({ name: 'endless', attempts: 1, timeout: 30, concurrency: 1_000 })
      node.service.handle(kind, () => new Promise(() => undefined))
      for (let place = 0; place < 40; place += 1) await node.service.enqueue('org_a', kind, { tag: 'x' })
      await neighbourIsServed(node, done)
      await node.jobs.settle()
      const rows = await lab.query(`select state, error from host_jobs where kind = 'endless'`)
      assert.ok(rows.length === 40 && rows.every(({ state, error }) => state === 'failed' && error === 'timeout'))
    })

    test('§P51 a plugin with a schedule a minute and unique keys without number keeps one job waiting for each', async () => {
      const { lab, node, done } = await open(product)
      await using _lab = lab
      const kind = { ...tagged({ name: 'minutely' }), place: 'instance' as const }
      const gate = Promise.withResolvers<void>()
      node.service.handle(kind, () => gate.promise)
      for (let place = 0; place < 20; place += 1) {
        node.service.schedule(kind, '* * * * *', { input: { tag: String(place) } })
      }
      for (let minute = 0; minute < 12; minute += 1) {
        await node.jobs.look()
        lab.clock.now += 60_000
      }
      const [counted] = await lab.query(
        `select count(*) as n from host_jobs where kind = 'minutely' and state = 'waiting'`,
      )
      assert.ok(Number(counted?.['n']) <= 20, `${String(counted?.['n'])} wait`)
      for (let key = 0; key < 300; key += 1) {
        await node.service.enqueue('org_a', neighbour, { tag: 'a' }, { uniqueKey: `key ${key % 3}`, delay: 1_000_000 })
      }
      const [keys] = await lab.query(`select count(*) as n from host_jobs where kind = 'neighbour'`)
      assert.equal(Number(keys?.['n']), 3)
      await neighbourIsServed(node, done)
      gate.resolve()
    })
  })
}
