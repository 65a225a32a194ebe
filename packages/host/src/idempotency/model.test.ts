/**
 * Random lives of a few keys against the table of the specification (§3): requests of two processes, handlers that are
 * held and end in every way, processes that stand still and die, clocks that move. What the model knows it has from the
 * specification and nothing from the code.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { json, Problem, type ProblemBody } from '@host/plugin'
import fc from 'fast-check'
import { testDatabases, type TestDatabaseProduct } from '../db/testing/test-databases.ts'
import { openIdempotencyLab, type IdempotencyLab, type LabNode, type LabRoute } from './testing/idempotency-lab.ts'

const numRuns = process.env['HOST_SOAK'] === '1' ? 1_000 : 25
const hour = 3_600_000

const keys = ['first', 'second'] as const
const bodies = ['one', 'two'] as const
const callers = ['member', 'owner'] as const
const endings = ['answer', 'refusal', 'large', 'late', 'failure', 'limit', 'panic'] as const

type Key = (typeof keys)[number]
type Ending = (typeof endings)[number]

interface Call {
  readonly key: Key
  readonly body: (typeof bodies)[number]
  readonly role: (typeof callers)[number]
}

/** How a handler that ends so is answered, and whether its key is kept: as a whole, by its status, or not at all. */
const table: Readonly<Record<Ending, readonly [status: number, kept: 'whole' | 'status' | 'freed']>> = {
  answer: [201, 'whole'],
  refusal: [409, 'whole'],
  large: [200, 'status'],
  late: [202, 'status'],
  failure: [503, 'freed'],
  limit: [429, 'freed'],
  panic: [500, 'freed'],
}

const make: Readonly<Record<Ending, (run: number) => Response>> = {
  answer: (run) => json({ run }, { status: 201 }),
  refusal: (run) => {
    throw new Problem('conflict', { detail: `Run ${run} is refused.` })
  },
  large: () => new Response('x'.repeat(1024 * 1024 + 1)),
  late: () => new Response(lateBody(), { status: 202 }),
  failure: () => json({}, { status: 503 }),
  limit: () => {
    throw new Problem('too_many_requests')
  },
  panic: () => {
    throw new Error('panic')
  },
}

function lateBody(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      controller.enqueue(new Uint8Array(1))
      await new Promise((resolve) => setTimeout(resolve, 5))
      controller.close()
    },
  })
}

/** A handler that runs. */
interface Run {
  readonly node: number
  readonly call: Call
  readonly number: number
}

/** Where the model believes a key to be. */
type Belief =
  | { readonly state: 'in flight'; readonly run: Run }
  | {
      readonly state: 'kept'
      readonly call: Call
      readonly ending: Ending
      readonly run: number
      readonly until: number
    }

interface Process {
  isAlive: boolean
  hasLease: boolean
}

interface Model {
  now: number
  runs: number
  readonly processes: Process[]
  readonly beliefs: Map<Key, Belief>
  readonly held: Run[]
}

interface HeldRun {
  readonly answer: Promise<Response>
  end(ending: Ending): void
}

interface Real {
  readonly lab: IdempotencyLab
  readonly nodes: LabNode[]
  readonly routes: LabRoute[]
  readonly held: Map<number, HeldRun>
  runs: number
  /** Resolves when the next handler begins to run. */
  next: PromiseWithResolvers<(ending: Ending) => void>
}

type Command = fc.AsyncCommand<Model, Real>

/** What a request to a process is told whose handler does not run; undefined when it runs. */
function toldAt(model: Model, call: Call, node: number): Told | undefined {
  // What runs in a process is known there, even when another process has taken its key over.
  const isRunning = model.held.some((run) => run.node === node && run.call.key === call.key)
  return isRunning ? 'idempotency_in_flight' : toldBy(model, call)
}

/** What the table says to a request; undefined when its key is free. */
function toldBy({ beliefs, processes, now }: Model, { key, body, role }: Call): Told | undefined {
  const belief = beliefs.get(key)
  if (belief === undefined) return undefined
  if (belief.state === 'in flight') {
    return processes[belief.run.node]?.hasLease === true ? 'idempotency_in_flight' : undefined
  }
  if (belief.until <= now) return undefined
  if (callers.indexOf(role) < callers.indexOf(belief.call.role)) return 'idempotency_caller_mismatch'
  if (body !== belief.call.body) return 'unprocessable'
  return table[belief.ending][1] === 'whole' ? 'replay' : 'idempotency_not_kept'
}

type Told =
  | 'idempotency_in_flight'
  | 'idempotency_caller_mismatch'
  | 'unprocessable'
  | 'replay'
  | 'idempotency_not_kept'
  | 'service_unavailable'

async function assertTold(answer: Response, told: Told, belief: Belief | undefined): Promise<void> {
  const { code, run, detail } = (await answer.json()) as Partial<ProblemBody> & { readonly run?: number }
  if (told !== 'replay') {
    assert.equal(code, told)
    assert.equal(answer.headers.get('retry-after'), /flight|unavailable/.test(told) ? '1' : null)
    if (told !== 'idempotency_not_kept' || belief?.state !== 'kept') return
    assert.equal(answer.headers.get('idempotency-original-status'), String(table[belief.ending][0]))
    return
  }
  assert.ok(belief?.state === 'kept')
  assert.equal(answer.headers.get('idempotency-replayed'), 'true')
  assert.equal(answer.status, table[belief.ending][0])
  if (belief.ending === 'answer') assert.equal(run, belief.run)
  else assert.equal(detail, `Run ${belief.run} is refused.`)
}

/** A request to a process; its handler is held when it runs. */
class Send implements Command {
  readonly #call: Call
  readonly #node: number

  constructor(call: Call, node: number) {
    this.#call = call
    this.#node = node
  }

  check({ processes }: Readonly<Model>): boolean {
    return processes[this.#node]?.isAlive === true
  }

  async run(model: Model, real: Real): Promise<void> {
    const told = toldAt(model, this.#call, this.#node)
    const answer = ask(real, this.#node, this.#call)
    if (told !== undefined) {
      await assertTold(await answer, told, model.beliefs.get(this.#call.key))
      assert.equal(real.runs, model.runs)
      return
    }
    const end = await Promise.race([real.next.promise, answer.then(({ status }) => assert.fail(`It was ${status}.`))])
    model.runs += 1
    assert.equal(real.runs, model.runs)
    const run = { node: this.#node, call: this.#call, number: model.runs }
    model.held.push(run)
    model.beliefs.set(this.#call.key, { state: 'in flight', run })
    real.held.set(run.number, { answer, end })
  }

  toString(): string {
    return `send ${JSON.stringify(this.#call)} to ${this.#node}`
  }
}

/** A held handler ends. */
class End implements Command {
  readonly #place: number
  readonly #ending: Ending

  constructor(place: number, ending: Ending) {
    this.#place = place
    this.#ending = ending
  }

  check({ held }: Readonly<Model>): boolean {
    return held.length > 0
  }

  async run(model: Model, real: Real): Promise<void> {
    const [run] = model.held.splice(this.#place % model.held.length, 1)
    if (run === undefined) return
    const { answer, end } = real.held.get(run.number) ?? assert.fail()
    real.held.delete(run.number)
    end(this.#ending)
    if (model.processes[run.node]?.isAlive !== true) return
    const { key } = run.call
    const [status, kept] = table[this.#ending]
    const belief = model.beliefs.get(key)
    const isOurs = belief?.state === 'in flight' && belief.run === run
    if (!isOurs && kept !== 'freed') {
      return await assertTold(await answer, toldBy(model, run.call) ?? 'service_unavailable', belief)
    }
    const given = await answer
    assert.deepEqual([given.status, given.headers.get('idempotency-replayed')], [status, null])
    await given.arrayBuffer()
    if (!isOurs) return
    const until = model.now + 24 * hour
    if (kept === 'freed') model.beliefs.delete(key)
    else model.beliefs.set(key, { state: 'kept', call: run.call, ending: this.#ending, run: run.number, until })
  }

  toString(): string {
    return `end ${this.#place} with ${this.#ending}`
  }
}

/** A process dies in the middle of everything; another one starts. Its lease may end at once, or go on. */
class Die implements Command {
  readonly #node: number
  readonly #endsLease: boolean

  constructor(node: number, endsLease: boolean) {
    this.#node = node
    this.#endsLease = endsLease
  }

  check({ processes }: Readonly<Model>): boolean {
    return processes[this.#node]?.isAlive === true
  }

  async run(model: Model, real: Real): Promise<void> {
    const [process, node] = [model.processes[this.#node], real.nodes[this.#node]]
    if (process === undefined || node === undefined) return
    node.die()
    process.isAlive = false
    if (this.#endsLease) await node.lapse()
    if (this.#endsLease) process.hasLease = false
    await startProcess(model, real)
  }

  toString(): string {
    return `${this.#node} dies${this.#endsLease ? ', its lease too' : ''}`
  }
}

/** The lease of a process ends, whether it lives or not. */
class Lapse implements Command {
  readonly #node: number

  constructor(node: number) {
    this.#node = node
  }

  check({ processes }: Readonly<Model>): boolean {
    return processes[this.#node]?.hasLease === true
  }

  async run({ processes }: Model, { nodes }: Real): Promise<void> {
    await nodes[this.#node]?.lapse()
    const process = processes[this.#node]
    if (process !== undefined) process.hasLease = false
  }

  toString(): string {
    return `${this.#node} lapses`
  }
}

/** Time passes, or a clock is set back. */
class Move implements Command {
  readonly #hours: number

  constructor(hours: number) {
    this.#hours = hours
  }

  check(): boolean {
    return true
  }

  async run(model: Model, { lab }: Real): Promise<void> {
    model.now += this.#hours * hour
    lab.clock.now += this.#hours * hour
  }

  toString(): string {
    return `${this.#hours} hours`
  }
}

/** A process sweeps; nothing that anybody sees changes, but the row of a key that is over is gone. */
class Sweep implements Command {
  readonly #node: number

  constructor(node: number) {
    this.#node = node
  }

  check({ processes }: Readonly<Model>): boolean {
    return processes[this.#node]?.isAlive === true
  }

  async run(model: Model, { nodes }: Real): Promise<void> {
    const oldest = model.processes.findIndex(({ hasLease }) => hasLease)
    await nodes[this.#node]?.idempotency.sweeper.sweep()
    if (oldest !== this.#node) return
    for (const key of keys) {
      const belief = model.beliefs.get(key)
      const isOver = belief?.state === 'kept' ? belief.until <= model.now : isLeft(model, belief)
      if (isOver) model.beliefs.delete(key)
    }
  }

  toString(): string {
    return `${this.#node} sweeps`
  }
}

function isLeft({ processes }: Model, belief: Belief | undefined): boolean {
  return belief?.state === 'in flight' && processes[belief.run.node]?.hasLease !== true
}

function ask({ routes, nodes }: Real, node: number, { key, body, role }: Call): Promise<Response> {
  assert.ok(nodes[node])
  return routes[node]?.({ key, body, as: { role, userId: `usr_${role}` } }) ?? assert.fail()
}

async function startProcess(model: Model, real: Real): Promise<void> {
  const node = await real.lab.start()
  real.nodes.push(node)
  real.routes.push(
    node.route(async () => {
      real.runs += 1
      const run = real.runs
      const ending = Promise.withResolvers<Ending>()
      const { next } = real
      real.next = Promise.withResolvers()
      next.resolve(ending.resolve)
      return make[await ending.promise](run)
    }),
  )
  model.processes.push({ isAlive: true, hasLease: true })
}

async function setUp(product: TestDatabaseProduct) {
  const lab = await openIdempotencyLab(product)
  const model: Model = { now: lab.clock.now, runs: 0, processes: [], beliefs: new Map(), held: [] }
  const real: Real = { lab, nodes: [], routes: [], held: new Map(), runs: 0, next: Promise.withResolvers() }
  for (const _ of [1, 2]) await startProcess(model, real)
  return { model, real }
}

const node = fc.nat(3)
const call = fc.record({
  key: fc.constantFrom(...keys),
  body: fc.constantFrom(...bodies),
  role: fc.constantFrom(...callers),
})
const commands = fc.commands(
  [
    fc.tuple(call, node).map((given) => new Send(...given)),
    fc.tuple(call, fc.nat(1)).map((given) => new Send(...given)),
    fc.tuple(fc.nat(9), fc.constantFrom(...endings)).map((given) => new End(...given)),
    fc.tuple(fc.nat(9), fc.constantFrom('answer' as const, 'refusal' as const)).map((given) => new End(...given)),
    fc.tuple(node, fc.boolean()).map((given) => new Die(...given)),
    node.map((given) => new Lapse(given)),
    fc.constantFrom(-1, 1, 12, 24, 8_760).map((given) => new Move(given)),
    node.map((given) => new Sweep(given)),
  ],
  { maxCommands: 60, size: 'max' },
)

for (const product of testDatabases) {
  test(`§3 ${product.dialect}: no life of a key leaves the table, whatever is asked, ends, dies or moves`, async () => {
    await fc.assert(
      fc.asyncProperty(commands, async (given) => {
        const { model, real } = await setUp(product)
        try {
          await fc.asyncModelRun(() => ({ model, real }), given)
        } finally {
          for (const each of real.nodes) each.die()
          await real.lab[Symbol.asyncDispose]()
        }
      }),
      { numRuns },
    )
  })
}
