/** How much is measured. */
export interface Scale {
  readonly rounds: number
  /** How long one measurement lasts, in milliseconds. */
  readonly slice: number
  /** How long a contender runs before it is measured, in milliseconds. */
  readonly warmUp: number
  /** Whether this run only shows that everything works: counts are small and nothing is written. */
  readonly isTrial: boolean
}

const defaultRounds = 9
const fewestRounds = 5

/**
 * Reads `HOST_BENCH_ROUNDS`. Fewer than five rounds say nothing about speed, so such a run is a trial.
 * @throws RangeError for anything but a whole number from 1 to 99
 */
export function readScale(environment: Readonly<Record<string, string | undefined>>): Scale {
  const text = environment['HOST_BENCH_ROUNDS'] ?? String(defaultRounds)
  if (!/^[1-9]\d?$/.test(text)) {
    throw new RangeError(`HOST_BENCH_ROUNDS: "${text}" is not a number of rounds; write one from 1 to 99.`)
  }
  const rounds = Number(text)
  const isTrial = rounds < fewestRounds
  return { rounds, isTrial, slice: isTrial ? 40 : 600, warmUp: isTrial ? 20 : 1500 }
}
