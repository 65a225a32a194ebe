import type { JobHandler, JobKind, JobPlace } from '@host/plugin'
import type { HostJobKind } from './job-engine.ts'
import { longestInput } from './job-input.ts'
import { kindOf, laneOf } from './lane.ts'

/** A handler of any kind; its input matches its kind. */
export type AnyHandler = JobHandler<JobKind['input'], JobPlace>

/** A kind of job of this build, with its handler. Limits are filled in; times in milliseconds. */
export interface HandledKind extends Required<
  Pick<JobKind, 'name' | 'place' | 'attempts' | 'timeout' | 'concurrency' | 'atomic' | 'usesNetwork'>
> {
  readonly plugin: string
  readonly input: JobKind['input']
  readonly delays: readonly number[] | undefined
  readonly whenOff: 'hold' | 'cancel'
  /** Characters of its input as JSON. */
  readonly longestInput: number
  readonly handler: AnyHandler
}

const hour = 3_600_000
const longestTimeout = 6 * hour
const mostAttempts = 50
const ownName = /^[a-z][a-z0-9-]{0,62}$/
const hostName = /^[a-z][a-z0-9-]{0,30}\.[a-z0-9.-]{1,32}$/

/** The kinds of jobs that this build does. */
export class JobKinds {
  readonly #kinds = new Map<string, HandledKind>()
  readonly #plugins = new Set<string>()
  #isNetworkUsed = false

  /** The plugins that have kinds. */
  get plugins(): ReadonlySet<string> {
    return this.#plugins
  }

  /** Whether there are kinds that use the network, or those that do not. */
  has({ usesNetwork }: Pick<HandledKind, 'usesNetwork'>): boolean {
    return usesNetwork ? this.#isNetworkUsed : true
  }

  /** The names of a plugin's own kinds. */
  of(plugin: string): readonly string[] {
    const own = [...this.#kinds.values()].filter((kind) => kind.plugin === plugin && ownName.test(kind.name))
    return own.map(({ name }) => name)
  }

  find(plugin: string, name: string): HandledKind | undefined {
    return this.#kinds.get(laneOf(plugin, name))
  }

  /** The kind that all jobs of a lane have. */
  ofLane(lane: string): HandledKind | undefined {
    return this.#kinds.get(kindOf(lane))
  }

  /** The kind as it is handled. @throws TypeError where it is not */
  require(plugin: string, { name }: Pick<JobKind, 'name'>): HandledKind {
    const kind = this.find(plugin, name)
    if (kind === undefined) {
      throw new TypeError(`The job "${name}" of ${plugin} has no handler: call handle for it while mounting.`)
    }
    return kind
  }

  /** @param isOfHost whether the kind is one of the host's, done in the plugin's name @throws TypeError */
  add(plugin: string, kind: JobKind | HostJobKind, { handler, isOfHost = false }: AddOptions): void {
    const { name, place, input, attempts = 8, timeout = 60_000, concurrency = 4, atomic = false, delays } = kind
    const { usesNetwork = false } = kind
    if (!(isOfHost ? hostName : ownName).test(name)) {
      throw new TypeError(`"${name}" is not a valid job name: use lowercase letters, digits, and hyphens.`)
    }
    if (this.find(plugin, name) !== undefined) throw new Error(`The job "${name}" of ${plugin} has two handlers.`)
    within(name, { attempts }, { most: mostAttempts })
    within(name, { timeout }, { most: longestTimeout })
    within(name, { concurrency }, { most: 1_000 })
    for (const delay of delays ?? []) within(name, { delay }, { least: 0, most: 30 * 24 * hour })
    if (atomic && usesNetwork) throw new TypeError(noNetworkInTransaction(name))
    if (delays?.length === 0) throw new TypeError(`The list of delays of the job "${name}" is empty.`)
    if (typeof handler !== 'function') throw new TypeError('the handler must be a function')
    const whenOff = 'whenOff' in kind && kind.whenOff === 'cancel' ? 'cancel' : 'hold'
    this.#plugins.add(plugin)
    this.#isNetworkUsed ||= usesNetwork
    const limits = { attempts, timeout, concurrency, atomic, usesNetwork, delays, longestInput: longestInputOf(kind) }
    this.#kinds.set(laneOf(plugin, name), Object.freeze({ plugin, name, place, input, ...limits, whenOff, handler }))
  }
}

function longestInputOf(kind: JobKind | HostJobKind): number {
  return 'longestInput' in kind && kind.longestInput !== undefined ? kind.longestInput : longestInput
}

interface AddOptions {
  readonly handler: AnyHandler
  readonly isOfHost?: boolean
}

interface Range {
  /** 1 unless given. */
  readonly least?: number
  readonly most: number
}

function within(name: string, option: Readonly<Record<string, number>>, { least = 1, most }: Range): void {
  for (const [key, value] of Object.entries(option)) {
    if (Number.isSafeInteger(value) && value >= least && value <= most) continue
    throw new TypeError(`The job "${name}" has ${value} as its ${key}: use an integer from ${least} to ${most}.`)
  }
}

function noNetworkInTransaction(name: string): string {
  return `The job "${name}" is atomic and uses the network: a transaction would wait for another server. Remove one of the options.`
}
