import type { PluginContext, TelemetryService } from '@host/plugin'
import type { Tables } from '../models.ts'
import { openStates } from '../queue/locked-message.ts'

type Database = PluginContext<Tables>['db']

/** Recipients counted for one state, so that a scrape costs the same however long the queue is. */
const mostCounted = 10_000

/** Observes the queue of all workspaces and processes, by two reads of the index on (state, next_at, id) for each state. */
export function observeWaiting(meter: TelemetryService['meter'], db: Database): void {
  const count = meter.createObservableGauge('waiting_recipients', {
    description: 'Recipients of all processes without a result, by state, counted up to 10,000.',
  })
  const due = meter.createObservableGauge('oldest_due_timestamp', {
    description: 'Time at which the first recipient of a state was due, in seconds since 1970.',
    unit: 's',
  })
  meter.addBatchObservableCallback(
    async (result) => {
      for (const state of openStates) {
        const [waiting, first] = await Promise.all([countIn(db, state), firstDue(db, state)])
        result.observe(count, waiting, { state })
        if (first !== undefined) result.observe(due, Date.parse(first) / 1_000, { state })
      }
    },
    [count, due],
  )
}

type OpenState = (typeof openStates)[number]

async function countIn(db: Database, state: OpenState): Promise<number> {
  const { count } = await db
    .asInstance('count recipients for metrics')
    .selectFrom((build) =>
      build.selectFrom('mail_recipients').select('id').where('state', '=', state).limit(mostCounted).as('counted'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

async function firstDue(db: Database, state: OpenState): Promise<string | undefined> {
  const row = await db
    .asInstance('find the oldest recipient for metrics')
    .selectFrom('mail_recipients')
    .select('next_at')
    .where('state', '=', state)
    .where('next_at', 'is not', null)
    .orderBy('next_at')
    .limit(1)
    .executeTakeFirst()
  return row?.next_at ?? undefined
}
