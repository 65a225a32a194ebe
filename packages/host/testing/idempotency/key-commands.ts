/** Possible events for the keys of a lab, each compared with the model. */
import assert from 'node:assert/strict'
import { json, Problem, type ProblemBody } from '@host/plugin'
import type fc from 'fast-check'
import type { IdempotencyLab, LabNode, LabRoute } from './idempotency-lab.ts'
import {
  hour,
  keys,
  table,
  toldAt,
  toldBy,
  type Belief,
  type Call,
  type Ending,
  type Model,
  type Told,
} from './key-model.ts'

interface HeldRun {
  readonly answer: Promise<Response>
  end(ending: Ending): void
}

export interface Real {
  readonly lab: IdempotencyLab
  readonly nodes: LabNode[]
  readonly routes: LabRoute[]
  readonly held: Map<number, HeldRun>
  runs: number
  /** Resolves when the next handler begins to run. */
  next: PromiseWithResolvers<(ending: Ending) => void>
}

type Command = fc.AsyncCommand<Model, Real>

/** A request to a process; its handler is held when it runs. */
export class Send implements Command {
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
export class End implements Command {
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

/** A process dies in the middle of everything; another one starts. Its lease may end at once, or continue. */
export class Die implements Command {
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
export class Lapse implements Command {
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
export class Move implements Command {
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

/** A process sweeps; nothing that anyone sees changes, but the row of a key that is over is gone. */
export class Sweep implements Command {
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

export async function startProcess(model: Model, real: Real): Promise<void> {
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
