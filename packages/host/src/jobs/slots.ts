/**
 * How much runs at once in a process, so that who takes long makes nobody wait.
 *
 * A workspace takes one of the shared slots while more of them are free than it has: the first one gets half of them, and
 * there are some left for the next. The reserve is for workspaces that have nothing running, one slot each. The instance
 * counts as a workspace.
 */

/** The slots that all share, and those for workspaces that have nothing running. */
const shared = 16
const reserve = 48

/** What takes a slot. */
export interface Seat {
  /** A workspace, or `instanceOrgId`. */
  readonly orgId: string
  readonly plugin: string
  readonly lane: string
}

export class Slots {
  #taken = 0
  readonly #workspaces = new Map<string, number>()
  readonly #plugins = new Map<string, number>()
  /** By workspace and lane. */
  readonly #lanes = new Map<string, number>()

  /** @param of what is taken already; nothing unless given */
  constructor(of?: Slots) {
    if (of === undefined) return
    this.#taken = of.#taken
    this.#workspaces = new Map(of.#workspaces)
    this.#plugins = new Map(of.#plugins)
    this.#lanes = new Map(of.#lanes)
  }

  /** Whether there is a slot for any workspace. */
  get hasRoom(): boolean {
    return this.#taken < shared + reserve
  }

  /** Whether there is a slot for one more job of a workspace. */
  hasRoomFor(orgId: string): boolean {
    const own = this.#workspaces.get(orgId) ?? 0
    return own < shared - this.#taken || (own === 0 && this.hasRoom)
  }

  /** How many jobs run of a lane of a workspace. */
  ofLane(orgId: string, lane: string): number {
    return this.#lanes.get(`${orgId} ${lane}`) ?? 0
  }

  ofPlugin(plugin: string): number {
    return this.#plugins.get(plugin) ?? 0
  }

  take(seat: Seat): void {
    this.#count(seat, 1)
  }

  give(seat: Seat): void {
    this.#count(seat, -1)
  }

  #count({ orgId, plugin, lane }: Seat, by: number): void {
    this.#taken += by
    add(this.#workspaces, orgId, by)
    add(this.#plugins, plugin, by)
    add(this.#lanes, `${orgId} ${lane}`, by)
  }
}

function add(counts: Map<string, number>, key: string, by: number): void {
  const count = (counts.get(key) ?? 0) + by
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}
