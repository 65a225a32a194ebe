import { useFormat, useTranslation, type TableColumn } from '@host/plugin-sdk'
import type { Telemetry } from '../../shared.ts'
import { perCall } from './per-call.ts'
import { useDuration } from './useDuration.ts'

/** What was counted of a row. */
export type Used = Telemetry['total']

/** The columns of what was counted; whose it was stands before them. */
export function useUsageColumns(): readonly TableColumn<Used>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const duration = useDuration()
  const column = (key: string, cell: (used: Used) => string, from?: TableColumn<Used>['from']): TableColumn<Used> => ({
    key,
    header: t(`instance.usage.${key}`),
    align: 'end',
    cell: (used) => <span className="whitespace-nowrap tabular-nums">{cell(used)}</span>,
    ...(from !== undefined && { from }),
  })
  return [
    column('calls', ({ calls }) => format.number(calls)),
    column('errors', ({ errors, jobErrors }) => format.number(errors + jobErrors)),
    column('perCall', (used) => {
      const time = perCall(used)
      return time === undefined ? '–' : duration(time)
    }),
    column('databaseTime', ({ databaseTime }) => duration(databaseTime), 'sm'),
    column('outbound', ({ outboundCalls }) => format.number(outboundCalls), 'md'),
    column('jobs', ({ jobs }) => format.number(jobs), 'md'),
    column('jobTime', ({ jobTime }) => duration(jobTime), 'lg'),
  ]
}
