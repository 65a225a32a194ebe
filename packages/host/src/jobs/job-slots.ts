import type { HandledKind } from './job-kinds.ts'
import { Pace } from './pace.ts'
import { ConcurrencySlots, slotSizes, type Seat } from './concurrency-slots.ts'

/** Facts that decide which slots a job takes. */
type SlotKind = Pick<HandledKind, 'usesNetwork'>

/** The slots of a process: those for jobs that work in it, and those for jobs that use the network. */
export class JobSlots {
  readonly #pace = new Pace()
  readonly #local = new ConcurrencySlots(slotSizes.local)
  readonly #network = new ConcurrencySlots({ ...slotSizes.network, pace: this.#pace })

  of({ usesNetwork }: SlotKind): ConcurrencySlots {
    return usesNetwork ? this.#network : this.#local
  }

  /** Gives the slot of a job back. @param took how long it had it, in milliseconds */
  give(kind: SlotKind, seat: Seat, took: number): void {
    this.of(kind).give(seat)
    if (kind.usesNetwork) this.#pace.note(seat.owner, took)
  }
}
