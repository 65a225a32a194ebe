import type { ChangeStep, ChangeWarning } from '@host/plugin'
import { keyOf, type RecordValue } from './record-set.ts'

/** The zone that a plan changes. */
export interface RiskedZone {
  /** How many records it has. */
  readonly total: number
  /** The text to type. */
  readonly zone: string
  /** Keys of record sets whose addresses change by themselves, by dynamic DNS: they count only when they are deleted. */
  readonly dynamic: ReadonlySet<string>
}

const share = 0.3
const fewest = 10
const sensitiveTypes: ReadonlySet<string> = new Set(['NS', 'MX', 'DS'])

/** Warnings that ask for the name of the zone: many records, or some that everything depends on. New ones don't count. */
export function riskWarnings(
  steps: readonly ChangeStep<RecordValue>[],
  { total, zone, dynamic }: RiskedZone,
): readonly ChangeWarning[] {
  const touched = steps.filter(({ before }) => before !== null)
  const sensitive = touched.filter(({ key }) => isSensitive(key))
  const counted = touched.filter(({ key, after }) => after === null || !dynamic.has(key))
  const count = counted.reduce((sum, { before }) => sum + (before?.data.length ?? 0), 0)
  const isMany = total >= fewest && count > share * total
  return [
    ...(isMany ? [{ code: 'many', params: { count, total }, confirm: zone }] : []),
    ...(sensitive.length > 0 ? [{ code: 'sensitive', keys: sensitive.map(({ key }) => key), confirm: zone }] : []),
  ]
}

function isSensitive(key: string): boolean {
  const { name, type } = keyOf(key)
  return sensitiveTypes.has(type) || name.startsWith('_dmarc.')
}
