/**
 * A process that remembers one thing, over a table of rows and over links as slow as a test wants, in a time that the
 * test moves. The database is one number, which only grows; to take a right away is to raise it.
 */
import { randomUUID } from 'node:crypto'
import { Epochs } from '../../../src/security/coherence/epochs.ts'
import type { Medium, PeerRow } from '../../../src/security/coherence/medium.ts'
import { PeerRun } from '../../../src/security/coherence/peer-run.ts'
import type { Moment } from '../../../src/security/coherence/trust.ts'

/** Shared state of all processes. */
export interface SimulatedWorld {
  /** Milliseconds. */
  now: number
  stored: number
  /** Up to where changes were answered. */
  answered: number
  readonly rows: Map<string, PeerRow>
}

/** How long a request takes to the table, and its answer back, in milliseconds. */
export interface SimulatedLink {
  readonly there: number
  readonly back: number
  /** Whether notifications of others are lost on the way. */
  readonly isDeaf: boolean
}

/** Longest wait for an answer, in milliseconds. */
const answerLimit = 1_000
const slot = 5

/** One that takes no time. */
export const fastLink: SimulatedLink = { there: 0, back: 0, isDeaf: false }

export class SimulatedProcess {
  link: SimulatedLink = fastLink
  isDead = false
  readonly #world: SimulatedWorld
  readonly #epochs = new Epochs()
  readonly #run: PeerRun
  #trustedUntil: Moment = { steady: 0, wall: 0 }
  #known: { readonly value: number; readonly since: number } | undefined

  constructor(world: SimulatedWorld) {
    this.#world = world
    this.#run = new PeerRun({
      epochs: this.#epochs,
      newId: randomUUID,
      trust: {
        now: () => ({ steady: world.now, wall: world.now }),
        grant: (until) => (this.#trustedUntil = until),
        holds: () => this.#isTrusted(),
      },
      openMedium: async (onWake) => this.#open(onWake),
    })
    this.#run.start()
  }

  /** Uses the cache, or queries the database. @returns the value that a request would see */
  read(): number {
    const known = this.#known
    if (known !== undefined && this.#isTrusted() && this.#epochs.isCurrent([slot], known.since)) return known.value
    this.#known = { value: this.#world.stored, since: this.#epochs.now }
    return this.#known.value
  }

  /** Commits, and says so a while later, unless it dies before. */
  change(hesitation: number): void {
    const value = (this.#world.stored += 1)
    setTimeout(() => {
      if (this.isDead) return
      this.#epochs.change([slot])
      this.#run.say([slot], (isTold) => {
        if (isTold && !this.isDead) this.#world.answered = Math.max(this.#world.answered, value)
      })
    }, hesitation)
  }

  #isTrusted(): boolean {
    return this.#world.now < this.#trustedUntil.steady
  }

  #open(onWake: (row: PeerRow | undefined) => void): Medium {
    const { rows } = this.#world
    this.#onWake = onWake
    return {
      join: (row, former = '') =>
        this.#over(() => {
          rows.delete(former)
          rows.set(row.id, row)
          return [...rows.values()]
        }),
      beat: (row, wakes) =>
        this.#over(() => {
          if (rows.get(row.id)?.beat !== row.beat - 1) return undefined
          const before = [...rows.values()]
          rows.set(row.id, row)
          if (wakes.length > 0) for (const other of this.others) other.#hear(row)
          return before
        }),
      remove: (silent) =>
        this.#over(() => {
          for (const { id, beat } of silent) if (rows.get(id)?.beat === beat) rows.delete(id)
        }),
      close: () => (this.#onWake = () => undefined),
    }
  }

  others: readonly SimulatedProcess[] = []
  #onWake: (row: PeerRow | undefined) => void = () => undefined

  /** A notification takes as long as an answer. */
  #hear(row: PeerRow): void {
    const onWake = this.#onWake
    if (!this.link.isDeaf) setTimeout(() => !this.isDead && onWake(row), this.link.back)
  }

  /** A request that was given up may still arrive. */
  #over<Result>(act: () => Result): Promise<Result> {
    const { there, back } = this.link
    return new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error('The medium does not answer.')), answerLimit)
      setTimeout(() => {
        if (this.isDead && there === 0) return
        const result = act()
        setTimeout(() => !this.isDead && resolve(result), back)
      }, there)
    })
  }
}
