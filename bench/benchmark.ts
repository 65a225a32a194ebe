import type { Bench } from './harness/bench.ts'

/** A measured value with its unit; `×` is a ratio. */
export interface Quantity {
  readonly value: number
  readonly unit: '×' | 'µs' | 'ms' | 's' | 'B' | 'MB' | '/s' | 'MB/s'
}

/** Goal of a compared value, in the value's own unit. */
export type Goal = { readonly atLeast: number } | { readonly atMost: number }

/** One line of the report. */
export interface Row {
  readonly what: string
  /** The baseline; undefined when the value stands alone. */
  readonly against?: string
  /** Which property was measured, such as `CPU per request`. */
  readonly measure: string
  /** Against the baseline: the median over the rounds. */
  readonly compared: Quantity
  /** Where the middle half of the rounds lies. */
  readonly spread: readonly [low: number, high: number]
  readonly goal?: Goal
  readonly absolute: Quantity
  readonly baseline?: Quantity
}

/** A named group of rows that are measured together. */
export interface Benchmark {
  readonly name: string
  run(bench: Bench): Promise<readonly Row[]>
}

/** Whether a row meets its goal; undefined when it has none. */
export function meetsGoal({ goal, compared: { value } }: Row): boolean | undefined {
  if (goal === undefined) return undefined
  return 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost
}
