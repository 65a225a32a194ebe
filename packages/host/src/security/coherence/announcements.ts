/**
 * Announcements of a process that others have not yet acknowledged, with the longest wait.
 *
 *   said --everyone has heard it----------------------------------------------> true
 *     '--written, and no one can have kept trust without hearing it since------> true
 *     '--not written for so long that all others must have noticed the silence--> true, if it was trusted when it was said
 *                                                                           '---> not told
 *
 * The last arrow: a process that was trusted had its row, which was still there. When its medium is cut off right
 * after, its heartbeat stands still, the others remove the row and forget everything, or lose trust themselves. One
 * heartbeat already in transit may still arrive and delay that once.
 */
import { silence, trustFor } from './peer-state.ts'

/** After how many milliseconds all others have noticed a silence: a beat to see it, the silence, and trust; twice. */
export const noticed = 2 * (trustFor + silence + trustFor)

/** Something that was said. */
interface Announcement {
  readonly answer: (isTold: boolean) => void
  readonly wasTrusted: boolean
  readonly saidAt: number
  /** Its number in this life of the process, and when the first beat with it was answered. */
  number: number
  writtenAt: number | undefined
}

export class Announcements {
  readonly #waiting = new Set<Announcement>()

  /**
   * @param answer called once with whether no process trusts the old state @param now milliseconds of the steady clock
   */
  add(
    number: number,
    answer: (isTold: boolean) => void,
    given: { readonly wasTrusted: boolean; readonly now: number },
  ): void {
    this.#waiting.add({ answer, number, wasTrusted: given.wasTrusted, saidAt: given.now, writtenAt: undefined })
  }

  /** Takes note that all up to a number were written. @returns whether any was for the first time */
  written(number: number, now: number): boolean {
    const isNew = [...this.#waiting].filter((each) => each.writtenAt === undefined && each.number <= number)
    for (const each of isNew) each.writtenAt = now
    return isNew.length > 0
  }

  /** All that wait are said again in a new life, as one. */
  restart(): void {
    for (const each of this.#waiting) each.number = 1
  }

  /** Answers those of which it is known by now. */
  settle(isHeard: (number: number) => boolean, now: number): void {
    for (const each of this.#waiting) {
      const outcome = outcomeOf(each, isHeard(each.number), now)
      if (outcome === undefined) continue
      this.#waiting.delete(each)
      each.answer(outcome)
    }
  }
}

function deadlineOf({ saidAt, writtenAt }: Announcement): number {
  return writtenAt === undefined ? saidAt + noticed : writtenAt + silence
}

function outcomeOf(each: Announcement, isHeard: boolean, now: number): boolean | undefined {
  if (isHeard) return true
  if (now < deadlineOf(each)) return undefined
  return each.writtenAt !== undefined || each.wasTrusted
}
