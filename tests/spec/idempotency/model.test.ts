/**
 * Random lives of keys against the table of §3: requests of two people with three bodies, held and let go, clocks that
 * move, hosts that die. The model knows the table and nothing of the host.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Order } from '../fixtures/ledger.ts'
import { assertFresh, assertNotKept, assertReplay, assertRunning } from '../lab/assert-answers.ts'
import { clusterKinds, startCluster, type Cluster, type Keyed } from '../lab/cluster.ts'
import { until } from '@host/host/testing/until'
import type { WireAnswer } from '../lab/exchange.ts'

const numRuns = process.env['HOST_SOAK'] === '1' ? 200 : 5
const hour = 3_600_000
/** No two of them are 24 hours apart. */
const moments = [0, 20, 25, 45, 50].map((hours) => hours * hour)

const names = ['first', 'second', 'third'] as const
const people = ['ben', 'cleo'] as const
const endings = ['created', 'unavailable', 'stream'] as const
const statuses = { created: 201, unavailable: 503, stream: 201 } as const

type Name = (typeof names)[number]
type Person = (typeof people)[number]
type Ending = (typeof endings)[number]

/** A request of the model. */
interface Request {
  readonly name: Name
  readonly person: Person
  readonly ending: Ending
  readonly at: number
}

/** Where the model believes a key to be. */
type Belief =
  | { readonly state: 'none' }
  | { readonly state: 'in flight'; readonly request: Request; readonly answer: Promise<WireAnswer | undefined> }
  | { readonly state: 'stored'; readonly request: Request; readonly answer: WireAnswer; readonly until: number }

interface Model {
  now: number
  readonly beliefs: Map<Name, Belief>
  readonly runs: Map<Name, number>
}

/** The hosts of one run, with its own keys. */
interface Real {
  readonly cluster: Cluster
  readonly run: number
}

type Command = fc.AsyncCommand<Model, Real>

const none: Belief = { state: 'none' }
const tagOf = ({ run }: Real, name: Name): string => `life-${run}-${name}`

function keyed(real: Real, { name, ending, at }: Request): Keyed {
  const tag = tagOf(real, name)
  return { order: { tag, answer: ending, hold: true } satisfies Order, key: tag, at }
}

const send = (real: Real, request: Request): Promise<WireAnswer> =>
  real.cluster.send(real.cluster.people[request.person], keyed(real, request))

function beliefIn(model: Model, name: Name): Belief {
  const belief = model.beliefs.get(name) ?? none
  return belief.state === 'stored' && belief.until <= model.now ? none : belief
}

function assertRuns({ runs }: Model, real: Real, name: Name): void {
  assert.equal(real.cluster.runs(tagOf(real, name)), runs.get(name) ?? 0)
}

function countRun({ runs }: Model, name: Name): void {
  runs.set(name, (runs.get(name) ?? 0) + 1)
}

/** The state of a key after its handler has ended. */
function conclude(model: Model, request: Request, answer: WireAnswer): void {
  assertFresh(answer, statuses[request.ending])
  const isKept = request.ending !== 'unavailable'
  const stored: Belief = { state: 'stored', request, answer, until: model.now + 24 * hour }
  model.beliefs.set(request.name, isKept ? stored : none)
}

function assertRepeat(repeat: WireAnswer, asked: Request, { request, answer }: Belief & { state: 'stored' }): void {
  const isLower = asked.person === 'cleo' && request.person === 'ben'
  if (isLower || asked.ending !== request.ending) assert.equal(repeat.status, 422)
  else if (request.ending === 'stream') assertNotKept(repeat, 201)
  else assertReplay(repeat, answer)
}

class Send implements Command {
  readonly #request: Request

  constructor(request: Request) {
    this.#request = request
  }

  check(): boolean {
    return true
  }

  async run(model: Model, real: Real): Promise<void> {
    const { name } = this.#request
    const belief = beliefIn(model, name)
    if (belief.state !== 'in flight') real.cluster.release(tagOf(real, name))
    const answer = await send(real, this.#request)
    if (belief.state === 'in flight') assertRunning(answer)
    if (belief.state === 'stored') assertRepeat(answer, this.#request, belief)
    if (belief.state === 'none') {
      countRun(model, name)
      conclude(model, this.#request, answer)
    }
    assertRuns(model, real, name)
  }

  toString(): string {
    return `send ${JSON.stringify(this.#request)}`
  }
}

class Begin implements Command {
  readonly #request: Request

  constructor(request: Request) {
    this.#request = request
  }

  check(model: Readonly<Model>): boolean {
    return beliefIn(model, this.#request.name).state === 'none'
  }

  async run(model: Model, real: Real): Promise<void> {
    const { name } = this.#request
    real.cluster.hold(tagOf(real, name))
    countRun(model, name)
    const answer = send(real, this.#request).catch(() => undefined)
    model.beliefs.set(name, { state: 'in flight', request: this.#request, answer })
    await until(() => real.cluster.runs(tagOf(real, name)) === model.runs.get(name))
  }

  toString(): string {
    return `begin ${JSON.stringify(this.#request)}`
  }
}

class End implements Command {
  readonly #name: Name

  constructor(name: Name) {
    this.#name = name
  }

  check(model: Readonly<Model>): boolean {
    return beliefIn(model, this.#name).state === 'in flight'
  }

  async run(model: Model, real: Real): Promise<void> {
    const belief = beliefIn(model, this.#name)
    if (belief.state !== 'in flight') return
    real.cluster.release(tagOf(real, this.#name))
    conclude(model, belief.request, (await belief.answer) ?? assert.fail('it was answered'))
    assertRuns(model, real, this.#name)
  }

  toString(): string {
    return `end ${this.#name}`
  }
}

class Move implements Command {
  readonly #moment: number

  constructor(moment: number) {
    this.#moment = moment
  }

  check(): boolean {
    return true
  }

  async run(model: Model, { cluster }: Real): Promise<void> {
    model.now = this.#moment
    await Promise.all(cluster.hosts.map((host) => host.tell({ clockAhead: this.#moment })))
  }

  toString(): string {
    return `move ${this.#moment / hour} h`
  }
}

/** The host dies with all that it runs, its lease ends, and it is there again. */
class Crash implements Command {
  readonly #at: number

  constructor(at: number) {
    this.#at = at
  }

  check(): boolean {
    return true
  }

  async run(model: Model, { cluster }: Real): Promise<void> {
    const victim = this.#at % cluster.hosts.length
    const dying = cluster.hosts[victim] ?? assert.fail('there is such a host')
    await dying.kill()
    for (const belief of model.beliefs.values()) {
      if (belief.state !== 'in flight' || belief.request.at % cluster.hosts.length !== victim) continue
      await belief.answer
      model.beliefs.set(belief.request.name, none)
    }
    await cluster.endLease(dying)
    const host = await cluster.start(victim)
    await host.tell({ clockAhead: model.now })
  }

  toString(): string {
    return `crash ${this.#at}`
  }
}

const request: fc.Arbitrary<Request> = fc.record({
  name: fc.constantFrom(...names),
  person: fc.constantFrom(...people),
  ending: fc.constantFrom(...endings),
  at: fc.nat(2),
})

const sends = request.map((one) => new Send(one))
const begins = request.map((one) => new Begin(one))
const ends = fc.constantFrom(...names).map((name) => new End(name))
const moves = fc.constantFrom(...moments).map((moment) => new Move(moment))
const crashes = fc.nat(2).map((at) => new Crash(at))

/** Each is as likely as it is often there; a crash takes the longest. */
const life = fc.commands([sends, sends, sends, begins, begins, ends, ends, moves, crashes], {
  maxCommands: 40,
  size: 'max',
})

for (const kind of clusterKinds) {
  test(`§3.1 §3.2 §3.3 §3.4 §3.5 §3.6 §3.7 §3.8 for any events, keys follow the state table (${kind.name})`, async () => {
    await using cluster = await startCluster(kind, { program: 'ledger' })
    let run = 0
    const property = fc.asyncProperty(life, async (commands) => {
      run += 1
      const model: Model = { now: 0, beliefs: new Map(), runs: new Map() }
      await Promise.all(cluster.hosts.map((host) => host.tell({ clockAhead: 0 })))
      try {
        await fc.asyncModelRun(() => ({ model, real: { cluster, run } }), commands)
      } finally {
        for (const name of names) cluster.release(tagOf({ cluster, run }, name))
      }
    })
    await fc.assert(property, { numRuns })
  })
}
