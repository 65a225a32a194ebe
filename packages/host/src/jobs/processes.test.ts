import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { testDatabases } from '../../testing/database/test-databases.ts'
import { openJobLab, tagged, type JobLab, type LabNode } from '../../testing/jobs/job-lab.ts'
import { until } from '../../testing/until.ts'

const kind = tagged({ attempts: 3, delays: [1_000] })

/** Two processes whose handlers wait until they are released. */
async function twoProcesses(lab: JobLab) {
  const gates = new Map<string, PromiseWithResolvers<void>>()
  const begun: string[] = []
  const aborted: string[] = []
  const start = async (name: string): Promise<LabNode> => {
    const node = await lab.start()
    const gate = Promise.withResolvers<void>()
    gates.set(name, gate)
    node.service.handle(kind, async ({ signal, attempt }, { tag }) => {
      begun.push(`${name} ${tag} ${attempt}`)
      signal.addEventListener('abort', () => aborted.push(`${name} ${tag}`))
      await gate.promise
    })
    return node
  }
  const [one, two] = [await start('one'), await start('two')]
  return { one, two, begun, aborted, letGo: (name: string) => gates.get(name)?.resolve() }
}

for (const product of testDatabases) {
  describe(`jobs of several processes on ${product.dialect}`, () => {
    test('§P2 §P8 pass on when a process stands still for longer than its lease, and it decides nothing when it wakes', async () => {
      await using lab = await openJobLab(product)
      const { one, two, begun, aborted, letGo } = await twoProcesses(lab)
      const id = await one.service.enqueue('org_a', kind, { tag: 'x' })
      const first = one.jobs.settle()
      await until(() => begun.length === 1)
      await one.lapse()
      await two.jobs.maintenance.look()
      const second = two.jobs.settle()
      await until(() => begun.length === 2)
      assert.deepEqual(begun, ['one x 1', 'two x 1'])
      letGo('one')
      await first
      assert.equal((await two.service.status('org_a', id))?.state, 'running', 'what the first one says is not heard')
      letGo('two')
      await second
      assert.equal((await two.service.status('org_a', id))?.state, 'done')
      assert.deepEqual(aborted, [])
    })

    test('are given up by a process that learns that another one has taken them over', async () => {
      await using lab = await openJobLab(product)
      const { one, two, begun, aborted, letGo } = await twoProcesses(lab)
      await one.service.enqueue('org_a', kind, { tag: 'x' })
      const first = one.jobs.settle()
      await until(() => begun.length === 1)
      await one.lapse()
      await two.jobs.maintenance.look()
      await one.jobs.maintenance.look()
      await first
      assert.deepEqual(aborted, ['one x'])
      letGo('one')
    })

    test('have failed when eight of their processes in a row have died with them, and none of those tries counts', async () => {
      await using lab = await openJobLab(product)
      const { one, two, begun, letGo } = await twoProcesses(lab)
      const id = await one.service.enqueue('org_a', kind, { tag: 'x' })
      await lab.query(`update host_jobs set attempts = 1 where id = '${id}'`)
      const first = one.jobs.settle()
      await until(() => begun.length === 1)
      await one.lapse()
      await two.jobs.maintenance.look()
      await one.jobs.maintenance.look()
      await first
      assert.equal((await two.service.status('org_a', id))?.state, 'waiting', 'a crash runs again what may fail once')
      await lab.query(`update host_jobs set interruptions = 7 where id = '${id}'`)
      const second = two.jobs.settle()
      await until(() => begun.length === 2)
      await two.lapse()
      await one.jobs.maintenance.look()
      assert.equal((await two.service.status('org_a', id))?.error, 'interrupted')
      assert.equal((await two.service.status('org_a', id))?.state, 'failed')
      letGo('one')
      letGo('two')
      await second
    })

    test('§P9 do not block the stop of a process while their end can not be recorded', async () => {
      await using lab = await openJobLab(product)
      const { one, begun, letGo } = await twoProcesses(lab)
      await one.service.enqueue('org_a', kind, { tag: 'x' })
      await one.jobs.look()
      await until(() => begun.length === 1)
      await lab.query('alter table host_jobs rename to away')
      letGo('one')
      let isStopped = false
      const stopped = one.jobs.stop(50).then(() => (isStopped = true))
      await until(() => isStopped)
      await lab.query('alter table away rename to host_jobs')
      await stopped
    })

    test('§P8 are shared: none is claimed twice, however many claim at once', async () => {
      await using lab = await openJobLab(product)
      const { one, two, begun, letGo } = await twoProcesses(lab)
      letGo('one')
      letGo('two')
      for (let place = 0; place < 40; place += 1) {
        await one.service.enqueue(`org_${place % 8}`, kind, { tag: String(place) })
      }
      await Promise.all([one.jobs.settle(), two.jobs.settle()])
      assert.equal(begun.length, 40)
      assert.equal(new Set(begun.map((line) => line.split(' ', 2)[1])).size, 40)
    })

    test('are canceled on any process, and the result of a canceled one is ignored', async () => {
      await using lab = await openJobLab(product)
      const { one, two, begun, aborted, letGo } = await twoProcesses(lab)
      one.jobs.start()
      const id = await two.service.enqueue('org_a', kind, { tag: 'x' })
      await until(() => begun.length === 1)
      assert.equal(await two.service.cancel('org_b', id), false)
      assert.equal(await two.service.cancel('org_a', id), true)
      assert.equal(await two.service.cancel('org_a', id), false)
      await until(() => aborted.length === 1)
      letGo('one')
      await one.jobs.settle()
      assert.equal((await two.service.status('org_a', id))?.state, 'cancelled')
    })

    test('§P9 of a stopping process end if they can; the others are notified, and wait for the next process at once', async () => {
      await using lab = await openJobLab(product)
      const { one, two, begun, aborted, letGo } = await twoProcesses(lab)
      const patient = tagged({ name: 'patient' })
      one.service.handle(patient, async ({ signal }) => {
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
      })
      one.jobs.start()
      const stuck = await one.service.enqueue('org_a', kind, { tag: 'stuck' })
      const ended = await one.service.enqueue('org_a', patient, { tag: 'ended' })
      await until(async () => (await one.jobs.queue.list({ state: 'running', limit: 5 })).items.length === 2)
      await one.jobs.stop(40)
      assert.deepEqual(aborted, ['one stuck'])
      assert.equal((await one.service.status('org_a', ended))?.state, 'done')
      assert.equal((await one.service.status('org_a', stuck))?.state, 'waiting')
      await one.service.enqueue('org_a', kind, { tag: 'late' })
      letGo('two')
      await two.jobs.settle()
      assert.deepEqual(begun.toSorted(), ['one stuck 1', 'two late 1', 'two stuck 1'], 'the stop is not a failed try')
      letGo('one')
      assert.equal(lab.faults.length, 0)
    })

    test('whose claim got no answer wait again once that was seen twice', async () => {
      await using lab = await openJobLab(product)
      const { one, begun, letGo } = await twoProcesses(lab)
      letGo('one')
      const id = await one.service.enqueue('org_a', kind, { tag: 'x' })
      await lab.query(`update host_jobs set state = 'running', node_id = '${one.id}', epoch = 1, attempt = 1`)
      await one.jobs.maintenance.look()
      assert.equal((await one.service.status('org_a', id))?.state, 'running')
      await one.jobs.maintenance.look()
      await one.jobs.settle()
      assert.deepEqual(begun, ['one x 1'])
    })
  })
}
