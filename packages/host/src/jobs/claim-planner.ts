/** Plans which jobs take the free slots of one kind: owners take turns, then their workspaces, then the lanes of each. */
import type { MaybePromise } from '@host/plugin'
import { instanceOrgId } from '../request/instance-org-id.ts'
import type { BackgroundPauses } from './background-pauses.ts'
import type { HandledKind, JobKinds } from './job-kinds.ts'
import type { JobStore } from './job-store.ts'
import { OwnerRotation } from './owner-rotation.ts'
import type { Seat, ConcurrencySlots } from './concurrency-slots.ts'
import type { Lane, LanePick, FairScheduler } from './fair-scheduler.ts'

/** Whether a workspace's jobs of a plugin are done: now, not before something has changed, or never. */
export type JobEligibility = 'open' | 'held' | 'cancelled'

/** Options of the planner. */
export interface ClaimPlannerOptions {
  readonly store: Pick<JobStore, 'hold'>
  /** Those of the lanes with jobs that wait. */
  readonly turns: FairScheduler
  readonly slots: ConcurrencySlots
  /** Whether the slots are those for jobs that use the network. */
  readonly usesNetwork: boolean
  readonly kinds: JobKinds
  readonly pauses: BackgroundPauses
  eligibilityOf(orgId: string, kind: HandledKind): MaybePromise<JobEligibility>
  /** The owners of workspaces. */
  ownersOf(orgIds: readonly string[]): MaybePromise<ReadonlyMap<string, string>>
}

/** How many jobs of a lane to take, and for which owner. */
export interface OwnedPick extends LanePick {
  readonly owner: string
}

/** The plan for a workspace. */
interface Plan {
  readonly planned: ConcurrencySlots
  readonly owner: string
}

export class ClaimPlanner {
  readonly #options: ClaimPlannerOptions
  readonly #ownerTurns = new OwnerRotation()
  /** Whether a workspace was passed over that waits for the next turn of its owner. */
  #isTurnOver = false

  constructor(options: ClaimPlannerOptions) {
    this.#options = options
  }

  /** Whether a job could begin if one waits. */
  get hasRoom(): boolean {
    const { slots, kinds, usesNetwork } = this.#options
    return slots.hasRoom && kinds.has({ usesNetwork })
  }

  /** The lanes to serve next: one pass over the workspaces, and two where owners wait for their next turn. */
  async choose(): Promise<readonly OwnedPick[]> {
    const { turns } = this.#options
    this.#isTurnOver = false
    for (let laps = 0; ;) {
      const found = await turns.next()
      const picks = await this.#pick(found)
      if (picks.length > 0) return picks
      if (found.size > 0) continue
      if (laps > (this.#isTurnOver ? 1 : 0) || !turns.restart()) return []
      laps += 1
      this.#ownerTurns.beginLap()
    }
  }

  async #pick(found: ReadonlyMap<string, readonly Lane[]>): Promise<readonly OwnedPick[]> {
    const { turns, slots, ownersOf } = this.#options
    if (found.size === 0) return []
    const owners = await ownersOf([...found.keys()])
    const planned = slots.planned()
    const picks: OwnedPick[] = []
    for (const [org, lanes] of found) {
      if (!planned.hasRoom) break
      const own = await this.#pickOf(lanes, { planned, owner: owners.get(org) ?? org })
      turns.passed(org, lanes, own.at(-1))
      picks.push(...own)
    }
    return picks
  }

  /** The lanes of a workspace take turns, one job each, until it has no room. */
  async #pickOf(lanes: readonly Lane[], { planned, owner }: Plan): Promise<readonly OwnedPick[]> {
    const picks = new Map<Lane, OwnedPick>()
    const open = await this.#openOf(lanes)
    for (let hasTaken = true; hasTaken;) {
      hasTaken = false
      for (const [lane, kind] of open) {
        const seat = seatOf(lane, kind, owner)
        if (!this.#mayRun(kind, seat, planned)) continue
        planned.take(seat)
        picks.set(lane, { ...lane, owner: seat.owner, most: (picks.get(lane)?.most ?? 0) + 1 })
        hasTaken = true
      }
    }
    return [...picks.values()]
  }

  #mayRun({ plugin, concurrency }: HandledKind, seat: Seat, planned: ConcurrencySlots): boolean {
    if (planned.ofLane(seat.orgId, seat.lane) >= concurrency) return false
    const { slots, pauses } = this.#options
    if (planned.ofPlugin(plugin) - slots.ofPlugin(plugin) >= pauses.allowance(plugin)) return false
    return planned.hasSharedFor(seat) || (planned.hasReservedFor(seat) && this.#takesTurn(seat))
  }

  /** Whether it is the turn of a workspace at a reserved slot, which it then has had. */
  #takesTurn({ owner, orgId }: Seat): boolean {
    const isNext = this.#ownerTurns.isNext(owner, orgId)
    if (isNext) this.#ownerTurns.passed(owner, orgId)
    else this.#isTurnOver = true
    return isNext
  }

  /** Lanes whose jobs may run; those of the others are held. */
  async #openOf(lanes: readonly Lane[]): Promise<readonly (readonly [Lane, HandledKind])[]> {
    const { kinds, store, eligibilityOf, usesNetwork } = this.#options
    const open: (readonly [Lane, HandledKind])[] = []
    for (const lane of lanes) {
      const kind = kinds.ofLane(lane.lane)
      if ((kind?.usesNetwork ?? false) !== usesNetwork) continue
      const standing = kind === undefined ? 'held' : await eligibilityOf(lane.org, kind)
      if (kind !== undefined && standing === 'open') open.push([lane, kind])
      else await store.hold(lane, standing === 'cancelled' ? 'cancelled' : 'held')
    }
    return open
  }
}

/** The lanes of the instance are owners of their own: none of them is held back by another. */
function seatOf({ org, lane }: Lane, { plugin }: HandledKind, owner: string): Seat {
  return { owner: org === instanceOrgId ? `${org} ${lane}` : owner, orgId: org, plugin, lane }
}
