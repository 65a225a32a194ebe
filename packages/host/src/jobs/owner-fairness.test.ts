/** Slots and turns are divided among owners first, then among the workspaces of an owner. Counted in looks, not in time. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { testDatabases } from '../../testing/database/test-databases.ts'
import { openJobLab, tagged, type JobLab, type LabNode } from '../../testing/jobs/job-lab.ts'
import { JobSlots } from './job-slots.ts'
import { slotSizes, ConcurrencySlots } from './concurrency-slots.ts'

const many = 180

/** Workspaces of one owner, each with jobs that do not end. */
async function crowd(lab: JobLab): Promise<void> {
  const rows: string[] = []
  for (let place = 100; place < 100 + many; place += 1) {
    const org = `org_crowd_${place}`
    lab.owners.set(org, 'usr_crowd')
    for (const lane of ['a', 'b', 'c', 'd']) {
      rows.push(
        `('${org}${lane}', '${org}', 'notes', 'tag', 'notes:tag:${lane}', 'waiting', 0, 0, 8, 0, 0, '{"tag":"crowd"}')`,
      )
    }
  }
  await lab.query(`insert into host_jobs (id, org_id, plugin, kind, lane, state, at, attempt, attempts, epoch, created_at, input)
    values ${rows.join(', ')}`)
}

/** How many jobs run by owner. */
async function running(lab: JobLab): Promise<Readonly<Record<string, number>>> {
  const rows = await lab.query(`select org_id from host_jobs where state = 'running'`)
  const counts: Record<string, number> = {}
  for (const { org_id: org } of rows) {
    const owner = lab.owners.get(String(org)) ?? String(org)
    counts[owner] = (counts[owner] ?? 0) + 1
  }
  return counts
}

interface Begun {
  readonly tags: string[]
  end(): void
}

/** Handles jobs that end only when released. */
function handleEndless({ service }: LabNode, kinds: readonly ReturnType<typeof tagged>[]): Begun {
  const over = Promise.withResolvers<void>()
  const tags: string[] = []
  for (const kind of kinds) {
    service.handle(kind, async (_scope, { tag }) => {
      tags.push(tag)
      await over.promise
    })
  }
  return { tags, end: () => over.resolve() }
}

for (const product of testDatabases) {
  describe(`owners on ${product.dialect}`, () => {
    for (const usesNetwork of [false, true]) {
      test(`§P7 the next look begins the job of another owner, with ${many} workspaces of one owner busy, ${usesNetwork ? 'with' : 'without'} the network`, async () => {
        await using lab = await openJobLab(product)
        const node = await lab.start()
        const kind = tagged({ usesNetwork, timeout: 3_600_000 })
        const begun = handleEndless(node, [kind])
        await crowd(lab)
        for (let look = 0; look < 4; look += 1) await node.jobs.look()
        const { usr_crowd: taken = 0 } = await running(lab)
        const { shared, reserve } = usesNetwork ? slotSizes.network : slotSizes.local
        const most = usesNetwork ? shared / 2 : shared + reserve / 2
        assert.ok(taken > 1 && taken <= most, `${taken} of ${shared + reserve} slots, at most ${most}`)
        for (const org of ['org_0', 'org_crowd_150_beside', 'org_z']) {
          await node.service.enqueue(org, kind, { tag: org })
          await node.jobs.look()
          assert.equal(begun.tags.at(-1), org)
        }
        await lab.query(`delete from host_jobs where state = 'waiting'`)
        begun.end()
      })
    }

    test('§P7 jobs that use the network leave the slots of all others free, even where they have taken all of their own', async () => {
      await using lab = await openJobLab(product)
      const node = await lab.start()
      const network = tagged({ usesNetwork: true, timeout: 3_600_000 })
      const local = tagged({ name: 'local', timeout: 3_600_000 })
      const begun = handleEndless(node, [network, local])
      const { shared, reserve } = slotSizes.network
      for (let org = 0; org < shared + reserve + 10; org += 1) {
        await node.service.enqueue(`org_${org}`, network, { tag: 'network' })
      }
      await node.jobs.look()
      assert.equal(begun.tags.length, shared + reserve)
      await node.service.enqueue(`org_5`, local, { tag: 'local' })
      await node.jobs.look()
      assert.deepEqual(begun.tags.slice(shared + reserve), ['local'])
      await lab.query(`delete from host_jobs where state = 'waiting'`)
      begun.end()
    })

    test('§P7 for a single slot owners take turns, and so do the workspaces of each', async () => {
      await using lab = await openJobLab(product)
      const node = await lab.start()
      const endless = tagged({ timeout: 3_600_000 })
      const quick = tagged({ name: 'quick' })
      const begun = handleEndless(node, [endless])
      const order: string[] = []
      const gate = { open: Promise.withResolvers<void>() }
      node.service.handle(quick, async ({ orgId }) => {
        order.push(orgId)
        await gate.open.promise
      })
      const { shared, reserve } = slotSizes.local
      for (let other = 0; other < shared + reserve - 1; other += 1) {
        await node.service.enqueue(`org_${other}`, endless, { tag: 'endless' })
      }
      await node.jobs.look()
      for (const org of ['org_x1', 'org_x2', 'org_x3']) lab.owners.set(org, 'usr_x')
      for (const org of ['org_x1', 'org_x2', 'org_x3', 'org_y']) {
        for (let place = 0; place < 6; place += 1) await node.service.enqueue(org, quick, { tag: org })
      }
      while (order.length < 12) {
        const before = order.length
        await node.jobs.look()
        assert.ok(order.length <= before + 1, 'there is one slot')
        gate.open.resolve()
        gate.open = Promise.withResolvers()
        await new Promise((resolve) => setTimeout(resolve, 2))
      }
      const ofY = order.filter((org) => org === 'org_y').length
      assert.ok(ofY >= 5, order.join(' '))
      const ofX = order.filter((org) => org !== 'org_y').slice(0, 6)
      assert.deepEqual(ofX, ['org_x1', 'org_x2', 'org_x3', 'org_x1', 'org_x2', 'org_x3'])
      await lab.query(`delete from host_jobs where state = 'waiting'`)
      begun.end()
      gate.open.resolve()
    })
  })
}

test('owners whose network jobs take long get few slots, and together half of them', () => {
  const pace = { isSlow: (owner: string) => owner.startsWith('slow') }
  const slots = new ConcurrencySlots({ ...slotSizes.network, pace })
  const take = (owner: string): number => {
    let taken = 0
    for (let org = 0; org < 200; org += 1) {
      const seat = { owner, orgId: `${owner} ${org}`, plugin: 'notes', lane: 'notes:tag' }
      if (!slots.hasSharedFor(seat) && !slots.hasReservedFor(seat)) continue
      slots.take(seat)
      taken += 1
    }
    return taken
  }
  assert.equal(take('slow 0'), 8)
  for (let owner = 1; owner < 30; owner += 1) take(`slow ${owner}`)
  assert.equal(take('slow 30'), 0)
  assert.ok(take('quick') > 0)
})

test('an owner counts as slow while the jobs that it had last took two seconds and more', () => {
  const slots = new JobSlots()
  const network = { usesNetwork: true }
  const seat = { owner: 'usr_a', orgId: 'org_a', plugin: 'notes', lane: 'notes:tag' }
  const run = (took: number): void => {
    slots.of(network).take(seat)
    slots.give(network, seat, took)
  }
  run(15_000)
  assert.ok(!slots.of(network).hasSharedFor(seat))
  for (let job = 0; job < 8; job += 1) run(50)
  assert.ok(slots.of(network).hasSharedFor(seat))
})
