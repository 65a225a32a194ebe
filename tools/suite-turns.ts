import type { Suite } from './test-suites.ts'

/** Suites that run one after the other. */
export type Lane = readonly Suite[]

/** Lanes that run side by side; a turn is over when each of its lanes is. */
export type Turn = readonly Lane[]

/** Suites in their order, each with a lane of those that run beside it. In a soak each has the machine to itself. */
export function turnsOf(suites: readonly Suite[], isSoak: boolean): readonly Turn[] {
  const turns: Suite[][][] = []
  for (const suite of suites) {
    const isBeside = suite.kind !== 'command' && suite.isBeside === true && !isSoak
    const last = turns.at(-1)
    if (!isBeside || last === undefined) turns.push([[suite]])
    else if (last[1] === undefined) last.push([suite])
    else last[1].push(suite)
  }
  return turns
}

/** How many minutes the limits of the suites allow in all. */
export function minutesOf(turns: readonly Turn[]): number {
  const ofLane = (lane: Lane): number => lane.reduce((sum, { minutes }) => sum + minutes, 0)
  return turns.reduce((sum, lanes) => sum + Math.max(...lanes.map(ofLane)), 0)
}
