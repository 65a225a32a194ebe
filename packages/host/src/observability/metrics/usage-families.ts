import type { Tally } from '../../request/tally.ts'
import { familyBy, type MetricFamily } from './metric-family.ts'

const told: readonly (readonly [name: string, help: string, value: (tally: Readonly<Tally>) => number])[] = [
  ['host_errors', 'Responses with status 500 and above, and faults elsewhere.', ({ errors }) => errors],
  ['host_db_queries', 'Database statements.', ({ queries }) => queries],
  [
    'host_db_seconds',
    'Duration of database statements in seconds, including waiting.',
    ({ databaseTime }) => databaseTime / 1000,
  ],
  ['host_outbound_requests', 'Outbound requests.', ({ outboundCalls }) => outboundCalls],
  ['host_outbound_errors', 'Outbound requests without a response.', ({ outboundErrors }) => outboundErrors],
  ['host_job_runs', 'Job attempts.', ({ jobs }) => jobs],
  ['host_job_errors', 'Failed job attempts.', ({ jobErrors }) => jobErrors],
  ['host_job_seconds', 'Duration of jobs in seconds.', ({ jobTime }) => jobTime / 1000],
]

/** Usage of each plugin since the host started. */
export function usageFamilies(totals: ReadonlyMap<string, Readonly<Tally>>): readonly MetricFamily[] {
  return told.map(([name, help, value]) =>
    familyBy(
      'plugin',
      { name, type: 'counter', help },
      [...totals].map(([plugin, tally]) => [plugin, value(tally)]),
    ),
  )
}
