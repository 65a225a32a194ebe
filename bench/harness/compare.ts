import type { Goal, Quantity, Row } from '../benchmark.ts'
import { median, quantile } from './median.ts'

/** Samples of one property, one a round. */
export interface Series {
  readonly name: string
  readonly values: readonly number[]
}

/** Options of a comparison. */
export interface Comparison {
  readonly what: string
  readonly measure: string
  readonly unit: Quantity['unit']
  readonly goal?: Goal
  readonly subject: Series
  readonly baseline: Series
}

/**
 * How much of the baseline's speed is left, for a measure of which less is better: 1 is equal, 0.5 costs twice as much.
 * Each round is compared with itself, then the median of the rounds is taken.
 */
export function compareSpeed(comparison: Comparison): Row {
  return compareRounds(comparison, '×', (subject, baseline) => baseline / subject)
}

/** How many times the baseline a measure is. */
export function compareRatio(comparison: Comparison): Row {
  return compareRounds(comparison, '×', (subject, baseline) => subject / baseline)
}

/** How much more than the baseline a measure is, in its own unit. */
export function compareDifference(comparison: Comparison): Row {
  return compareRounds(comparison, comparison.unit, (subject, baseline) => subject - baseline)
}

/** A measure that is compared with nothing but its goal. */
export function standAlone({ subject, unit, ...about }: Omit<Comparison, 'baseline'>): Row {
  const value = { value: median(subject.values), unit }
  return { ...about, compared: value, spread: spreadOf(subject.values), absolute: value }
}

function compareRounds(
  { subject, baseline, unit, ...about }: Comparison,
  comparedUnit: Quantity['unit'],
  compare: (subject: number, baseline: number) => number,
): Row {
  if (subject.values.length !== baseline.values.length) {
    throw new RangeError(`${subject.name} and ${baseline.name} were not measured in the same rounds.`)
  }
  const rounds = subject.values.map((value, round) => compare(value, baseline.values[round] ?? Number.NaN))
  return {
    ...about,
    against: baseline.name,
    compared: { value: median(rounds), unit: comparedUnit },
    spread: spreadOf(rounds),
    absolute: { value: median(subject.values), unit },
    baseline: { value: median(baseline.values), unit },
  }
}

function spreadOf(values: readonly number[]): readonly [number, number] {
  return [quantile(values, 0.25), quantile(values, 0.75)]
}
