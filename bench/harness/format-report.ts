import { meetsGoal, type Quantity, type Row } from '../benchmark.ts'
import type { Machine } from './machine.ts'
import type { Scale } from './scale.ts'

/** Result of a run. */
export interface Report {
  readonly machine: Machine
  readonly scale: Scale
  /** When it ended, ISO 8601. */
  readonly at: string
  readonly rows: readonly Row[]
  /** Names of the benchmarks that a run of everything has not come to yet. */
  readonly left: readonly string[]
}

const columns = ['Case', 'Measure', 'Compared', 'Middle half', 'Goal', '', 'Value', 'Baseline'] as const

/** The report as Markdown whose table is readable as source. */
export function formatReport({ machine, scale, at, rows, left }: Report): string {
  const { cpu, cores, memory, node, system, commit } = machine
  return [
    '# Benchmark results',
    '',
    `${cpu}, ${cores} cores, ${memory}, ${system}, Node ${node}, commit ${commit}, ${at.slice(0, 10)}.`,
    `${scale.rounds} rounds, each contender once a round in turns; every figure is the median. Read README.md for what the columns say.`,
    ...(left.length === 0 ? [] : [`Not measured in this run: ${left.join(', ')}.`]),
    '',
    ...formatTable(rows),
    '',
  ].join('\n')
}

function formatTable(rows: readonly Row[]): string[] {
  const cells = [columns, ...rows.map(formatRow)]
  const widths = columns.map((_, place) => Math.max(3, ...cells.map((line) => (line[place] ?? '').length)))
  const line = (texts: readonly string[]): string =>
    `| ${widths.map((width, place) => (texts[place] ?? '').padEnd(width)).join(' | ')} |`
  const rule = widths.map((width) => '-'.repeat(width))
  return [line(columns), line(rule), ...cells.slice(1).map(line)]
}

function formatRow(row: Row): readonly string[] {
  const { compared, spread, goal, absolute, baseline, against } = row
  const [low, high] = spread.map((value) => formatNumber({ ...compared, value }))
  const verdict = meetsGoal(row)
  return [
    row.what,
    row.measure,
    formatQuantity(compared),
    `${low} to ${high}`,
    goal === undefined ? '' : formatGoal(goal, compared.unit),
    verdict === undefined ? '' : verdict ? 'met' : 'missed',
    against === undefined ? '' : formatQuantity(absolute),
    baseline === undefined ? '' : `${formatQuantity(baseline)}, ${against}`,
  ]
}

function formatGoal(goal: NonNullable<Row['goal']>, unit: Quantity['unit']): string {
  return 'atLeast' in goal ? `≥ ${goal.atLeast} ${unit}` : `≤ ${goal.atMost} ${unit}`
}

function formatQuantity(quantity: Quantity): string {
  return `${formatNumber(quantity)} ${quantity.unit}`
}

function formatNumber({ value, unit }: Quantity): string {
  if (unit === '×' || (unit === 'ms' && value < 10)) return value.toFixed(2)
  return value.toFixed(value < 100 ? 1 : 0)
}
