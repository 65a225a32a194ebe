import type { Tally } from '../tally.ts'
import { familyBy, type MetricFamily } from './metric-family.ts'

const told: readonly (readonly [name: string, help: string, value: (tally: Readonly<Tally>) => number])[] = [
  ['host_errors', 'Answers of 500 and above, and faults elsewhere.', ({ errors }) => errors],
  ['host_db_queries', 'Statements that ran on the database.', ({ queries }) => queries],
  ['host_db_seconds', 'Seconds that statements took, waiting included.', ({ databaseTime }) => databaseTime / 1000],
  ['host_outbound_requests', 'Requests to other servers.', ({ outboundCalls }) => outboundCalls],
  ['host_outbound_errors', 'Requests to other servers that brought no answer.', ({ outboundErrors }) => outboundErrors],
  ['host_job_runs', 'Tries of jobs.', ({ jobs }) => jobs],
  ['host_job_errors', 'Tries of jobs that failed.', ({ jobErrors }) => jobErrors],
  ['host_job_seconds', 'Seconds that jobs took.', ({ jobTime }) => jobTime / 1000],
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
