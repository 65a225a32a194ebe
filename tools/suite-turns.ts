import type { Suite } from './test-suites.ts'

/** Suites that run one after the other. */
export type Lane = readonly Suite[]

/** Lanes that run side by side; a turn is over when all of its suites are. */
export type Turn = readonly Lane[]

/**
 * Commands in turns of their own, and all suites between two of them in one: those that compute in the first lane, those
 * that rather wait, and commands that may, in the second. Two suites leave a quarter of two cores idle, so a third lane
 * takes what the others have yet to begin. In a soak each suite has the machine to itself.
 */
export function turnsOf(suites: readonly Suite[], isSoak: boolean): readonly Turn[] {
  const turns: Suite[][][] = []
  let open: Record<'computing' | 'waiting', Suite[]> | undefined
  for (const suite of suites) {
    if (isSoak || (suite.kind === 'command' && suite.isBeside !== true)) {
      turns.push([[suite]])
      open = undefined
      continue
    }
    if (open === undefined) {
      open = { computing: [], waiting: [] }
      turns.push([open.computing, open.waiting, []])
    }
    open[suite.isBeside === true ? 'waiting' : 'computing'].push(suite)
  }
  return turns
}

/** The suites of a turn, handed out by lane. */
export class SuiteQueue {
  readonly #left: readonly Suite[][]
  readonly #running = new Map<string, PromiseWithResolvers<void>>()

  constructor(turn: Turn) {
    this.#left = turn.map((lane) => [...lane])
  }

  /** The next suite of the lane itself, or else of another, so that none is idle; one that comes after another waits for it. */
  async next(lane: number): Promise<Suite | undefined> {
    for (;;) {
      const suite = this.#take(this.#left[lane] ?? []) ?? this.#takeFromAny()
      if (suite !== undefined || this.#running.size === 0) return suite
      if (this.#left.every(({ length }) => length === 0)) return undefined
      await Promise.race([...this.#running.values()].map(({ promise }) => promise))
    }
  }

  /** A suite that was handed out has ended. */
  end({ name }: Suite): void {
    this.#running.get(name)?.resolve()
    this.#running.delete(name)
  }

  /** Suites that wait come first: beside those that compute they cost least. */
  #takeFromAny(): Suite | undefined {
    for (const lane of this.#left.toReversed()) {
      const suite = this.#take(lane)
      if (suite !== undefined) return suite
    }
    return undefined
  }

  #take(lane: Suite[]): Suite | undefined {
    const place = lane.findIndex(({ after }) => after === undefined || !this.#isOpen(after))
    const [suite] = place < 0 ? [] : lane.splice(place, 1)
    if (suite !== undefined) this.#running.set(suite.name, Promise.withResolvers())
    return suite
  }

  #isOpen(name: string): boolean {
    return this.#running.has(name) || this.#left.some((lane) => lane.some((suite) => suite.name === name))
  }
}

/** How many minutes the limits of the suites allow in all. */
export function minutesOf(turns: readonly Turn[]): number {
  return turns.reduce((sum, turn) => sum + minutesOfTurn(turn), 0)
}

/** With no lane idle before the last suite begins, a turn is longest when that one is the longest suite. */
function minutesOfTurn(turn: Turn): number {
  const minutes = turn.flat().map((suite) => suite.minutes)
  const longest = Math.max(...minutes)
  const others = minutes.reduce((sum, each) => sum + each, 0) - longest
  return others / turn.length + longest
}
