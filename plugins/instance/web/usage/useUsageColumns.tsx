import { useFormat, useTranslation, type TableColumn } from '@host/plugin-sdk'
import type { Telemetry } from '../../shared.ts'
import { perCall } from './per-call.ts'
import { useDuration } from './useDuration.ts'

/** Counters of a row. */
export type Used = Telemetry['total']

/** The counter columns; the column of the owner precedes them. */
export function useUsageColumns(): readonly TableColumn<Used>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const duration = useDuration()
  const column = (key: string, { read, write, from }: Counter): TableColumn<Used> => ({
    key,
    header: t(`instance.usage.${key}`),
    align: 'end',
    cell: (used) => {
      const value = read(used) ?? 0
      return <span className={classOf(value)}>{value === 0 ? '0' : write(value)}</span>
    },
    ...(from !== undefined && { from }),
  })
  const number = (value: number): string => format.number(value)
  return [
    column('calls', { read: ({ calls }) => calls, write: number }),
    column('errors', { read: ({ errors, jobErrors }) => errors + jobErrors, write: number }),
    column('time', { read: ({ time }) => time, write: duration, from: 'sm' }),
    column('perCall', { read: perCall, write: duration }),
    column('databaseTime', { read: (used) => used.databaseTime, write: duration, from: 'sm' }),
    column('outbound', { read: ({ outboundCalls }) => outboundCalls, write: number, from: 'md' }),
    column('jobs', { read: ({ jobs }) => jobs, write: number, from: 'md' }),
    column('jobTime', { read: ({ jobTime }) => jobTime, write: duration, from: 'lg' }),
  ]
}

interface Counter {
  readonly read: (used: Used) => number | undefined
  readonly write: (value: number) => string
  readonly from?: 'sm' | 'md' | 'lg'
}

function classOf(value: number): string {
  return value === 0 ? 'text-subtle' : 'whitespace-nowrap tabular-nums'
}

/** Measures that rows are ordered by. */
export const weights = ['time', 'databaseTime', 'calls', 'jobTime'] as const

export type Weight = (typeof weights)[number]

/** Those with the most of a measure first. */
export function heaviestFirst<Row extends Pick<Used, Weight>>(rows: readonly Row[], weight: Weight): readonly Row[] {
  return rows.toSorted((one, other) => other[weight] - one[weight])
}

/** The most called first. */
export function byCalls<Row extends Pick<Used, 'calls'>>(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((one, other) => other.calls - one.calls)
}
