/** Random histories of jobs on two processes, against the diagram in `states.ts`. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { testDatabases } from '../../testing/database/test-databases.ts'
import { arrows, type StoredState } from './states.ts'
import { openJobLab, tagged, type JobLab, type LabNode } from '../../testing/jobs/job-lab.ts'

const numRuns = { sqlite: 8, postgres: 3 }
const attempts = 3

const place = fc.nat(1)
const job = fc.nat(9)
const step = fc.oneof(
  fc.record({
    kind: fc.constant('enqueue' as const),
    key: fc.option(fc.nat(2)),
    delay: fc.constantFrom(0, 1_000),
    place,
  }),
  fc.record({
    kind: fc.constantFrom('settle' as const, 'begin' as const, 'maintenance' as const, 'lapse' as const),
    place,
  }),
  fc.record({ kind: fc.constantFrom('cancel' as const, 'retry' as const, 'remove' as const), job, place }),
  fc.record({ kind: fc.constant('end' as const), how: fc.constantFrom('done', 'fault', 'again') }),
  fc.record({ kind: fc.constant('hold' as const), isHeld: fc.boolean() }),
  fc.record({ kind: fc.constant('move' as const), by: fc.constantFrom(500, 1_000, 60_000) }),
)
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never

/** The state that a history is checked against. */
class Life {
  readonly lab: JobLab
  readonly #states = new Map<string, StoredState>()
  readonly #completed = new Set<string>()
  readonly #open: PromiseWithResolvers<string>[] = []
  readonly nodes: LabNode[] = []
  readonly ids: string[] = []
  #fails = 0

  constructor(lab: JobLab) {
    this.lab = lab
  }

  async addNode(at: number): Promise<void> {
    const node = await this.lab.start()
    const kind = tagged({ attempts, delays: [1_000], concurrency: 100 })
    node.service.handle(kind, async ({ jobId, attempt, again }) => {
      assert.ok(!this.#completed.has(jobId), 'a completion that was committed runs again')
      assert.ok(attempt <= attempts)
      const gate = Promise.withResolvers<string>()
      this.#open.push(gate)
      const how = await gate.promise
      if (how === 'fault') throw new Error(`fault ${(this.#fails += 1)}`)
      return how === 'again' ? again(1_000) : undefined
    })
    this.nodes[at] = node
  }

  /** Lets everything end that runs. */
  end(how: string): void {
    for (const gate of this.#open.splice(0)) gate.resolve(how)
  }

  async check(): Promise<void> {
    for (const row of await this.lab.jobs()) {
      const [id, state] = [row['id'] as string, row['state'] as StoredState]
      const before = this.#states.get(id) ?? 'delayed'
      assert.ok(before === state || reachable(before).has(state), `${before} became ${state}`)
      this.#states.set(id, state)
      if (state === 'done') this.#completed.add(id)
    }
    const doubled = await this.lab.query(
      `select waiting_key from host_jobs where waiting_key is not null and state not in ('waiting', 'delayed', 'held')`,
    )
    assert.deepEqual(doubled, [], 'only what waits keeps others out')
  }
}

function reachable(from: StoredState): ReadonlySet<StoredState> {
  const found = new Set<StoredState>()
  const visit = (state: StoredState): void => {
    for (const next of arrows[state]) if (!found.has(next) && found.add(next)) visit(next)
  }
  visit(from)
  return found
}

async function take(life: Life, given: Step): Promise<void> {
  const node = life.nodes['place' in given ? given.place : 0] as LabNode
  if (given.kind === 'enqueue') {
    const key = given.key === null ? {} : { uniqueKey: String(given.key) }
    life.ids.push(await node.service.enqueue('org_a', tagged(), { tag: 'x' }, { delay: given.delay, ...key }))
  } else if (given.kind === 'end') life.end(given.how)
  else if (given.kind === 'move') life.lab.clock.now += given.by
  else if (given.kind === 'hold') {
    if (given.isHeld) life.lab.standings.set('org_a', 'held')
    else life.lab.standings.clear()
  } else if ('job' in given) await change(life, given, node)
  else await work(life, given, node)
}

async function change(life: Life, { kind, job: at }: Extract<Step, { job: number }>, { service, jobs }: LabNode) {
  const id = life.ids[at] ?? 'job_none'
  if (kind === 'cancel') await service.cancel('org_a', id)
  else await jobs.queue[kind](id)
}

async function work(life: Life, given: { readonly kind: string; readonly place: number }, node: LabNode) {
  if (given.kind === 'lapse') {
    await node.lapse()
    await life.addNode(given.place)
  } else if (given.kind === 'maintenance') await node.jobs.maintenance.look()
  else if (given.kind === 'begin') await node.jobs.look()
  else {
    life.end('done')
    await node.jobs.look()
  }
}

for (const product of testDatabases) {
  test(`${product.dialect}: no job ever leaves the state diagram, for any requests, ends, deaths and clock changes`, async () => {
    await using lab = await openJobLab(product)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40, size: 'max' }), async (steps) => {
        await lab.query('delete from host_jobs')
        lab.standings.clear()
        const life = new Life(lab)
        for (const at of [0, 1]) await life.addNode(at)
        for (const each of steps) {
          await take(life, each)
          await new Promise((resolve) => setTimeout(resolve, 1))
          await life.check()
        }
        life.end('done')
        for (const { jobs } of life.nodes) await jobs.stop(10)
      }),
      { numRuns: process.env['HOST_SOAK'] === '1' ? 300 : numRuns[product.dialect] },
    )
  })
}
