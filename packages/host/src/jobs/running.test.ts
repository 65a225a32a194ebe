import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Problem } from '@host/plugin'
import { testDatabases } from '../../testing/database/test-databases.ts'
import { openJobLab, tagged, type JobLab, type LabNode } from '../../testing/jobs/job-lab.ts'
import { until } from '../../testing/until.ts'

let lab: JobLab
let node: LabNode

const statusOf = async (id: string) => {
  const status = await node.service.status('org_a', id)
  assert.ok(status)
  return status
}
const later = async (milliseconds: number): Promise<void> => {
  lab.clock.now += milliseconds
  await node.jobs.settle()
}

for (const product of testDatabases) {
  describe(`a job on ${product.dialect}`, () => {
    before(async () => {
      lab = await openJobLab(product)
      node = await lab.start()
    })
    after(() => lab[Symbol.asyncDispose]())

    testEnds()
    testAttempts()
  })
}

function testEnds(): void {
  test('§P4 is done once, and one that throws is tried again after its delays, until it has failed', async () => {
    const kind = tagged({ name: 'retry', delays: [1_000, 5_000], attempts: 4 })
    const ran: string[] = []
    node.service.handle(kind, async ({ attempt, isLastAttempt }, { tag }) => {
      ran.push(`${tag} ${attempt} ${isLastAttempt}`)
      if (tag === 'bad') throw new Error(`no ${attempt}`)
    })
    const good = await node.service.enqueue('org_a', kind, { tag: 'good' })
    const bad = await node.service.enqueue('org_a', kind, { tag: 'bad' })
    await node.jobs.settle()
    for (const delay of [999, 1, 4_999, 1, 5_000, 50_000]) await later(delay)
    assert.deepEqual(ran, ['good 1 false', 'bad 1 false', 'bad 2 false', 'bad 3 false', 'bad 4 true'])
    assert.equal((await statusOf(good)).state, 'done')
    const { state, error, finishedAt } = await statusOf(bad)
    assert.deepEqual([state, error, finishedAt === null], ['failed', 'internal', false])
    const [entry] = (await node.jobs.queue.list({ state: 'failed', limit: 10 })).items
    assert.deepEqual([entry?.id, entry?.fault, entry?.attempt, entry?.attempts], [bad, 'no 4', 4, 4])
    assert.deepEqual(
      lab.faults.splice(0).map((fault) => (fault as Error).message),
      ['no 1', 'no 2', 'no 3', 'no 4'],
    )
  })

  test('runs again without a fault when its handler says so, its tries counted again', async () => {
    const kind = tagged({ name: 'again', attempts: 2 })
    const attempts: number[] = []
    node.service.handle(kind, async ({ attempt, again }) => {
      attempts.push(attempt)
      return attempts.length < 4 ? again(1_000) : undefined
    })
    const id = await node.service.enqueue('org_a', kind, { tag: 'x' })
    await node.jobs.settle()
    for (let time = 0; time < 5; time += 1) await later(1_000)
    assert.deepEqual(attempts, [1, 1, 1, 1])
    assert.deepEqual([(await statusOf(id)).state, lab.faults.length], ['done', 0])
  })

  test('§P5 that does not end is aborted when its time is over, and neither holds a slot nor decides anything later', async () => {
    const kind = tagged({ name: 'endless', attempts: 1, timeout: 500, concurrency: 1 })
    const reasons: string[] = []
    const late = Promise.withResolvers<void>()
    node.service.handle(kind, async ({ signal }, { tag }) => {
      signal.addEventListener('abort', () => reasons.push((signal.reason as Error).name))
      if (tag === 'endless') await late.promise
    })
    const id = await node.service.enqueue('org_a', kind, { tag: 'endless' })
    const next = await node.service.enqueue('org_a', kind, { tag: 'next' })
    await node.jobs.settle()
    late.resolve()
    await node.jobs.settle()
    const [first, second] = [await statusOf(id), await statusOf(next)]
    assert.deepEqual([first.state, first.error, second.state, reasons], ['failed', 'timeout', 'done', ['TimeoutError']])
    assert.equal(lab.faults.splice(0).length, 1)
  })

  test('reports the code of a thrown problem, and never its message', async () => {
    const kind = tagged({ name: 'problem', attempts: 1 })
    node.service.handle(kind, async () => {
      throw new Problem('remote_failed', { detail: 'inside' })
    })
    const id = await node.service.enqueue('org_a', kind, { tag: 'x' })
    await node.jobs.settle()
    const status = await statusOf(id)
    assert.equal(status.error, 'remote_failed')
    assert.doesNotMatch(JSON.stringify(status), /inside/)
    lab.faults.length = 0
  })

  test('with an outdated input has failed, and names the mismatch', async () => {
    const kind = tagged({ name: 'misfit' })
    let hasRun = false
    node.service.handle(kind, async () => {
      hasRun = true
    })
    await assert.rejects(node.service.enqueue('org_a', kind, { tag: 1 } as never), /input of the job "misfit".* tag/)
    const id = await node.service.enqueue('org_a', kind, { tag: 'x' })
    await lab.query(`update host_jobs set input = '{"label":"x"}' where id = '${id}'`)
    await node.jobs.settle()
    const [entry] = (await node.jobs.queue.list({ state: 'failed', limit: 1 })).items
    assert.deepEqual([entry?.id, entry?.attempt, hasRun], [id, 1, false])
    assert.match(entry?.fault ?? '', /tag/)
    lab.faults.length = 0
  })
}

function testAttempts(): void {
  test('§P4 waits between its tries twice as long each time, at most an hour, and never the same for all', async () => {
    const kind = tagged({ name: 'backoff', attempts: 50 })
    node.service.handle(kind, async () => {
      throw new Error('no')
    })
    const id = await node.service.enqueue('org_a', kind, { tag: 'x' })
    const waits: number[] = []
    for (let attempt = 0; attempt < 12; attempt += 1) {
      await node.jobs.settle()
      const due = Number((await lab.query(`select at from host_jobs where id = '${id}'`))[0]?.['at'])
      waits.push(due - lab.clock.now)
      lab.clock.now = due
    }
    waits.forEach((wait, attempt) => {
      const middle = Math.min(5_000 * 2 ** attempt, 3_600_000)
      assert.ok(wait >= middle * 0.75 && wait <= middle * 1.25, `${wait} after ${attempt + 1} tries`)
    })
    assert.notEqual(waits[10], waits[11])
    await node.service.cancel('org_a', id)
    lab.faults.length = 0
  })

  test('§P3 with atomic leaves its effects and its end together, or neither', async () => {
    await lab.query('create table effects (tag text)')
    const kind = tagged({ name: 'atomic', atomic: true, attempts: 2, delays: [1_000] })
    node.service.handle(kind, async ({ db, jobId, attempt }, { tag }) => {
      const on = db as unknown as JobLab['database']
      const write = async (sql: string) => await on.run({ sql, parameters: [], writes: true })
      await write(`insert into effects values ('${tag} ${attempt}')`)
      if (tag === 'bad' && attempt === 1) throw new Error('no')
      if (tag === 'taken') await write(`update host_jobs set epoch = epoch + 1 where id = '${jobId}'`)
    })
    for (const tag of ['good', 'bad']) await node.service.enqueue('org_a', kind, { tag })
    const taken = await node.service.enqueue('org_a', kind, { tag: 'taken' })
    await node.jobs.settle()
    await later(1_000)
    const effects = await lab.query('select tag from effects order by tag')
    assert.deepEqual(
      effects.map(({ tag }) => tag),
      ['bad 2', 'good 1'],
      'what failed, or was no longer its process’s, left nothing',
    )
    await node.service.cancel('org_a', taken)
    lab.faults.length = 0
  })

  test('reports its progress at most once a second, and notifies viewers', async () => {
    const kind = tagged({ name: 'progress' })
    const go = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    node.service.handle(kind, async ({ progress }) => {
      for (let done = 0; done <= 100; done += 1) progress(done / 200, `${done} of 200`)
      assert.throws(() => progress(2), /0 to 1/)
      begun.resolve()
      await go.promise
    })
    lab.told.length = 0
    const id = await node.service.enqueue('org_a', kind, { tag: 'x' }, { startedBy: 'usr_1' })
    const settled = node.jobs.settle()
    await begun.promise
    await until(() => lab.told.length > 0)
    const { progress, note, startedBy, state } = await statusOf(id)
    assert.deepEqual([progress, note, startedBy, state], [0, '0 of 200', 'usr_1', 'running'])
    go.resolve()
    await settled
    assert.deepEqual(lab.told.splice(0), [`org_a /api/jobs/${id}`, `org_a /api/jobs/${id}`])
    assert.equal((await statusOf(id)).progress, 1)
  })

  test('of the instance works over all workspaces, and belongs to none', async () => {
    const kind = { ...tagged({ name: 'instance' }), place: 'instance' as const }
    const scopes: object[] = []
    node.service.handle(kind, async (scope) => void scopes.push(scope))
    const id = await node.service.enqueueForInstance(kind, { tag: 'x' })
    await node.jobs.settle()
    assert.equal('orgId' in (scopes[0] ?? {}), false)
    const entry = (await node.jobs.queue.list({ limit: 100 })).items.find((one) => one.id === id)
    assert.deepEqual([entry?.orgId, entry?.state], [null, 'done'])
  })
}
