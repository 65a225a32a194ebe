/**
 * How many jobs run at once in a process, so that long jobs delay no other owner's.
 *
 * Slots are divided among owners: a workspace counts for its owner, and a job of the instance for its lane. An owner
 * takes one of the shared slots while more of them are free than it has, so the first one gets half of them. The
 * reserve is for owners with nothing running, one slot each. While half of the reserve is free, it serves further
 * workspaces of an owner too, as long as they have nothing running.
 *
 * Jobs that use the network have slots of their own. There an owner with long jobs gets few, and all such owners
 * together at most half.
 */
import { Counts } from './counts.ts'
import type { Pace } from './pace.ts'

/** How many slots there are. */
export interface SlotSizes {
  /** The slots that all owners share. */
  readonly shared: number
  /** The slots for owners with nothing running. */
  readonly reserve: number
  /** Which owners' jobs take long; undefined where that does not count. */
  readonly pace?: Pick<Pace, 'isSlow'>
}

/** The owner of a slot. */
export interface Seat {
  /** A person, a workspace without one, or a lane of the instance. */
  readonly owner: string
  /** A workspace, or `instanceOrgId`. */
  readonly orgId: string
  readonly plugin: string
  readonly lane: string
}

/** The slots for jobs that work in the process, and those for jobs that use the network. */
export const slotSizes = Object.freeze({
  local: { shared: 16, reserve: 48 },
  network: { shared: 32, reserve: 96 },
})

/** The slots of an owner with long jobs, and those of them open to a workspace that already runs a job. */
const slowShare = 8
const slowShareOfOne = 4

export class ConcurrencySlots {
  readonly #sizes: SlotSizes
  #owners = new Counts()
  #workspaces = new Counts()
  #plugins = new Counts()
  /** By workspace and lane. */
  #lanes = new Counts()
  #taken = 0

  constructor(sizes: SlotSizes) {
    this.#sizes = sizes
  }

  /** A copy to plan with. */
  planned(): ConcurrencySlots {
    const copy = new ConcurrencySlots(this.#sizes)
    copy.#taken = this.#taken
    copy.#owners = this.#owners.copy()
    copy.#workspaces = this.#workspaces.copy()
    copy.#plugins = this.#plugins.copy()
    copy.#lanes = this.#lanes.copy()
    return copy
  }

  /** Whether there is a slot for any owner. */
  get hasRoom(): boolean {
    return this.#taken < this.#sizes.shared + this.#sizes.reserve
  }

  /** Whether an owner may take one of the shared slots. */
  hasSharedFor({ owner }: Pick<Seat, 'owner'>): boolean {
    return !this.#isSlow(owner) && this.#owners.get(owner) < this.#sizes.shared - this.#taken
  }

  /** Whether an owner may take a slot of the reserve, or of those for owners with long jobs. */
  hasReservedFor({ owner, orgId }: Pick<Seat, 'owner' | 'orgId'>): boolean {
    if (!this.hasRoom) return false
    if (this.#isSlow(owner)) return this.#hasSlowFor(owner, orgId)
    if (this.#owners.get(owner) === 0) return true
    const { shared, reserve, pace } = this.#sizes
    return pace === undefined && this.#workspaces.get(orgId) === 0 && this.#taken < shared + reserve / 2
  }

  /** How many jobs run of a lane of a workspace. */
  ofLane(orgId: string, lane: string): number {
    return this.#lanes.get(`${orgId} ${lane}`)
  }

  ofPlugin(plugin: string): number {
    return this.#plugins.get(plugin)
  }

  take(seat: Seat): void {
    this.#count(seat, 1)
  }

  give(seat: Seat): void {
    this.#count(seat, -1)
  }

  #isSlow(owner: string): boolean {
    return this.#sizes.pace?.isSlow(owner) ?? false
  }

  #hasSlowFor(owner: string, orgId: string): boolean {
    const own = this.#owners.get(owner)
    const { shared, reserve } = this.#sizes
    if (this.#owners.sum((other) => this.#isSlow(other)) >= (shared + reserve) / 2) return false
    return own < (this.#workspaces.get(orgId) === 0 ? slowShare : slowShareOfOne)
  }

  #count({ owner, orgId, plugin, lane }: Seat, by: number): void {
    this.#taken += by
    this.#owners.add(owner, by)
    this.#workspaces.add(orgId, by)
    this.#plugins.add(plugin, by)
    this.#lanes.add(`${orgId} ${lane}`, by)
  }
}
