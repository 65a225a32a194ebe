/**
 * Possible lives of a key, by the table of the specification (§3) and the rules of leases. It is independent of the
 * code.
 */

export const hour = 3_600_000

export const keys = ['first', 'second'] as const
export const bodies = ['one', 'two'] as const
export const callers = ['member', 'owner'] as const
export const endings = ['answer', 'refusal', 'large', 'late', 'failure', 'limit', 'panic'] as const

type Key = (typeof keys)[number]
export type Ending = (typeof endings)[number]

export interface Call {
  readonly key: Key
  readonly body: (typeof bodies)[number]
  readonly role: (typeof callers)[number]
}

/** How a handler that ends so is answered, and whether its key is kept: as a whole, by its status, or not at all. */
export const table: Readonly<Record<Ending, readonly [status: number, kept: 'whole' | 'status' | 'freed']>> = {
  answer: [201, 'whole'],
  refusal: [409, 'whole'],
  large: [200, 'status'],
  late: [202, 'status'],
  failure: [503, 'freed'],
  limit: [429, 'freed'],
  panic: [500, 'freed'],
}

/** A handler that runs. */
export interface Run {
  readonly node: number
  readonly call: Call
  readonly number: number
}

/** Where the model believes a key to be. */
export type Belief =
  | { readonly state: 'in flight'; readonly run: Run }
  | {
      readonly state: 'kept'
      readonly call: Call
      readonly ending: Ending
      readonly run: number
      readonly until: number
    }

export interface Process {
  isAlive: boolean
  hasLease: boolean
}

export interface Model {
  now: number
  runs: number
  readonly processes: Process[]
  readonly beliefs: Map<Key, Belief>
  readonly held: Run[]
}

/** Answer of a process to a request whose handler does not run; undefined when it runs. */
export function toldAt(model: Model, call: Call, node: number): Told | undefined {
  // A process knows its own running calls, even when another process has taken the key over.
  const isRunning = model.held.some((run) => run.node === node && run.call.key === call.key)
  if (isRunning) return 'idempotency_in_flight'
  const told = toldBy(model, call)
  // Without a lease a process can hold no key, so it runs nothing under one.
  return told ?? (model.processes[node]?.hasLease === true ? undefined : 'service_unavailable')
}

/** The table's answer to a request; undefined when its key is free. */
export function toldBy({ beliefs, processes, now }: Model, { key, body, role }: Call): Told | undefined {
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

export type Told =
  | 'idempotency_in_flight'
  | 'idempotency_caller_mismatch'
  | 'unprocessable'
  | 'replay'
  | 'idempotency_not_kept'
  | 'service_unavailable'
