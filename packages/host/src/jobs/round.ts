/** One look for work, and what is begun of it. */
import type { MaybePromise } from '@host/plugin'
import type { BackgroundPauses } from './background-pauses.ts'
import type { DuePlugins } from './due-plugins.ts'
import type { HandledKind, JobKinds } from './job-kinds.ts'
import { largestBatch } from './job-statements.ts'
import type { ClaimedJob, JobStore } from './job-store.ts'
import type { Schedules } from './schedules.ts'
import { Slots } from './slots.ts'
import type { Lane, LanePick, Turns } from './turns.ts'

/** Whether a workspace's jobs of a plugin are done: now, not before something has changed, or never. */
export type Standing = 'open' | 'held' | 'cancelled'

/** What a round works with. */
export interface RoundOptions {
  readonly store: JobStore
  readonly due: DuePlugins
  readonly schedules: Pick<Schedules, 'enqueueDue'>
  /** Those of the lanes with jobs that wait, and of those with jobs that are delayed. */
  readonly turns: Turns
  readonly delayed: Turns
  readonly slots: Slots
  readonly kinds: JobKinds
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly pauses: () => BackgroundPauses
  standingOf(orgId: string, kind: HandledKind): MaybePromise<Standing>
  /** Begins what was claimed. */
  begin(job: ClaimedJob): void
}

/** What came of a look: jobs were begun, or are due besides. */
export type Looked = 'idle' | 'begun' | 'more'

/** How many jobs of a lane become due beside a batch. */
const perLane = 20

export class Round {
  readonly #options: RoundOptions

  constructor(options: RoundOptions) {
    this.#options = options
  }

  /** Claims until there is no slot or no job left. @returns whether to look again: it has begun jobs, or more are due */
  async run(): Promise<Looked> {
    const { due, schedules, clock } = this.#options
    await schedules.enqueueDue()
    const { hasWaiting, duePlugins } = await due.look(clock())
    const hasMore = await this.#promote(duePlugins)
    if (!hasWaiting && duePlugins.length === 0) return 'idle'
    let hasClaimed = false
    while (this.#options.slots.hasRoom && (await this.#claim())) hasClaimed = true
    if (hasMore) return 'more'
    return hasClaimed ? 'begun' : 'idle'
  }

  /** Where more is due than a batch, the lanes that come next have some of theirs due besides. @returns whether there is more */
  async #promote(plugins: readonly string[]): Promise<boolean> {
    const { store, delayed } = this.#options
    const promoted: number[] = []
    for (const plugin of plugins) promoted.push(await store.promote(plugin))
    if (promoted.every((count) => count < largestBatch)) return false
    const found = await delayed.next()
    if (found.size === 0) delayed.beginAnew()
    for (const [org, lanes] of found) delayed.passed(org, lanes, undefined)
    await store.promoteFirst([...found.values()].flat().map((lane) => ({ ...lane, most: perLane })))
    return true
  }

  /** @returns false when nobody is left whose turn it could be, or others have taken what was left */
  async #claim(): Promise<boolean> {
    const picks = await this.#choose()
    if (picks.length === 0) return false
    const jobs = await this.#options.store.claim(picks)
    for (const job of jobs) this.#options.begin(job)
    return jobs.length > 0
  }

  /** The lanes whose turn it is, once around at most. */
  async #choose(): Promise<readonly LanePick[]> {
    const { turns } = this.#options
    for (let isLast = false; ;) {
      const found = await turns.next()
      const picks = await this.#pick(found)
      if (picks.length > 0) return picks
      if (found.size > 0) continue
      if (isLast || !turns.beginAnew()) return []
      isLast = true
    }
  }

  async #pick(found: ReadonlyMap<string, readonly Lane[]>): Promise<readonly LanePick[]> {
    const { turns, slots } = this.#options
    const planned = new Slots(slots)
    const picks: LanePick[] = []
    for (const [org, lanes] of found) {
      if (!planned.hasRoom) break
      const own = await this.#pickOf(org, lanes, planned)
      turns.passed(org, lanes, own.at(-1))
      picks.push(...own)
    }
    return picks
  }

  /** The lanes of a workspace take turns, one job each, until it has no room. */
  async #pickOf(orgId: string, lanes: readonly Lane[], planned: Slots): Promise<readonly LanePick[]> {
    const picks = new Map<Lane, number>()
    const open = await this.#openOf(orgId, lanes)
    for (let hasTaken = true; hasTaken;) {
      hasTaken = false
      for (const [lane, kind] of open) {
        if (!planned.hasRoomFor(orgId)) break
        if (!this.#mayRun(lane, kind, planned)) continue
        planned.take({ orgId, plugin: kind.plugin, lane: lane.lane })
        picks.set(lane, (picks.get(lane) ?? 0) + 1)
        hasTaken = true
      }
    }
    return [...picks].map(([lane, most]) => ({ ...lane, most }))
  }

  #mayRun({ org, lane }: Lane, { plugin, concurrency }: HandledKind, planned: Slots): boolean {
    if (planned.ofLane(org, lane) >= concurrency) return false
    const { slots, pauses } = this.#options
    return planned.ofPlugin(plugin) - slots.ofPlugin(plugin) < pauses().allowance(plugin)
  }

  /** Lanes whose jobs may be done; those of the others are put aside. */
  async #openOf(orgId: string, lanes: readonly Lane[]): Promise<readonly (readonly [Lane, HandledKind])[]> {
    const { kinds, store, standingOf } = this.#options
    const open: (readonly [Lane, HandledKind])[] = []
    for (const lane of lanes) {
      const kind = kinds.ofLane(lane.lane)
      const standing = kind === undefined ? 'held' : await standingOf(orgId, kind)
      if (kind !== undefined && standing === 'open') open.push([lane, kind])
      else await store.hold(lane, standing === 'cancelled' ? 'cancelled' : 'held')
    }
    return open
  }
}
