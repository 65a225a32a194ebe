import type { Database } from '../database/database.ts'
import { JoiningTransactor } from '../database/joining-transactor.ts'
import type { ChangeRecorder } from '../domain-changes/change-recorder.ts'
import { entryOf } from '../domain-changes/domain-change.ts'
import { EntryWriter } from './entry-writer.ts'
import { newEntry } from './new-entry.ts'

/** Options of the trail of a command. */
export interface OperatorTrailOptions {
  readonly database: Database
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** As the operator types it, such as `host user make-admin`. */
  readonly command: string
}

/**
 * The audit log for a command of the operator, who has no account: the actor is the host, and the entry names the
 * command where other entries name their endpoint. Its entries are sealed by the next host that runs.
 */
export function operatorTrail({ database, clock, command }: OperatorTrailOptions): ChangeRecorder {
  const writer = new EntryWriter(database.dialect, clock)
  const joining = new JoiningTransactor(database)
  const origin = { plugin: 'host', endpoint: command, address: null, userAgent: null, requestId: null }
  return Object.freeze<ChangeRecorder>({
    record: async (change) => {
      const entry = entryOf(change)
      if (entry === undefined) return
      const named = { ...entry, orgId: change.orgId, actor: { kind: 'host' } } as const
      await joining.run(writer.insert(newEntry(named, origin)))
    },
  })
}
