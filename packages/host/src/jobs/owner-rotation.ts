/**
 * Gives owners turns at reserved slots: one each time around the workspaces, and within an owner to one workspace after the
 * other. So an owner with many workspaces gets no more of them than one with a single workspace.
 */

interface Turn {
  /** How often the workspaces had been gone around. */
  readonly lap: number
  /** The workspace that had the turn. */
  readonly org: string
  /** Whether further workspaces of the owner wait. */
  hasOthers: boolean
}

const mostRemembered = 10_000

export class OwnerRotation {
  readonly #turns = new Map<string, Turn>()
  #lap = 0

  /** The workspaces are gone around from the first one on. */
  beginLap(): void {
    this.#lap += 1
  }

  /** Whether a workspace is the next of its owner. */
  isNext(owner: string, org: string): boolean {
    const turn = this.#turns.get(owner)
    if (turn === undefined || this.#lap > turn.lap + 1) return true
    const isAround = this.#lap === turn.lap + 1
    if (org === turn.org) return isAround && !turn.hasOthers
    turn.hasOthers = true
    return isAround && org > turn.org
  }

  /** A workspace had the turn of its owner. */
  passed(owner: string, org: string): void {
    this.#turns.delete(owner)
    this.#turns.set(owner, { lap: this.#lap, org, hasOthers: false })
    if (this.#turns.size > mostRemembered) this.#turns.delete(this.#turns.keys().next().value ?? '')
  }
}
