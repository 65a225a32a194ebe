import type { Suite } from './test-suites.ts'

/** Suites that run one after the other. */
export type Lane = readonly Suite[]

/** Lanes that run side by side; a turn is over when all of its suites are. */
export type Turn = readonly Lane[]

/**
 * Commands in turns of their own, and all suites between two commands in one: those that compute in the first lane,
 * those that rather wait in the second. In a soak each suite has the machine to itself.
 */
export function turnsOf(suites: readonly Suite[], isSoak: boolean): readonly Turn[] {
  const turns: Suite[][][] = []
  let open: Record<'computing' | 'waiting', Suite[]> | undefined
  for (const suite of suites) {
    if (suite.kind === 'command' || isSoak) {
      turns.push([[suite]])
      open = undefined
      continue
    }
    if (open === undefined) {
      open = { computing: [], waiting: [] }
      turns.push([open.computing, open.waiting])
    }
    open[suite.isBeside === true ? 'waiting' : 'computing'].push(suite)
  }
  return turns
}

/** Hands out the suites of a turn by lane: the next one of the lane itself, or else of another, so that none is idle. */
export function takeTurn(turn: Turn): (lane: number) => Suite | undefined {
  const left = turn.map((lane) => [...lane])
  return (lane) => left[lane]?.shift() ?? left.find(({ length }) => length > 0)?.shift()
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
