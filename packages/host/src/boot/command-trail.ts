import { setTimeout as sleep } from 'node:timers/promises'
import { operatorTrail } from '../audit/operator-trail.ts'
import { DataAccess } from '../database/data-access.ts'
import type { Database } from '../database/database.ts'
import { JoiningTransactor } from '../database/joining-transactor.ts'
import type { ChangeRecorder } from '../domain-changes/change-recorder.ts'
import { accountTrail, workspacesOfAccount } from '../identity/account-trail.ts'
import { identityModels } from '../identity/index.ts'
import { hostModels } from '../models/host-models.ts'
import { CommandChanges } from '../security/coherence/command-changes.ts'
import type { Coherence } from '../security/coherence/coherence.ts'
import { openCoherence } from '../security/coherence/open-coherence.ts'
import { BootError } from '../support/boot-error.ts'
import type { OpenOptions } from './open-stage.ts'

/** Options of a command that changes data beside running hosts. */
export interface CommandOptions extends Omit<OpenOptions, 'isExclusive'> {
  /** As the operator types it, such as `host user make-admin`: the audit log names it. */
  readonly command: string
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** How long a command waits until the other processes know of it, in milliseconds. */
const longestJoin = 10_000

/** The tables of the host for a command. */
export function commandData(database: Database): DataAccess {
  return new DataAccess({ database, owners: [{ name: 'host', models: hostModels }], onDoor: () => undefined })
}

/** On PostgreSQL the command is one of the processes, and known to them before it changes anything. */
export async function joinHosts(
  { config, threadCode }: CommandOptions,
  database: Database,
  opened: AsyncDisposableStack,
): Promise<Pick<Coherence, 'forget'>> {
  if (database.dialect === 'sqlite') return { forget: () => new CommandChanges(database).seen() }
  const { coherence } = opened.use(openCoherence({ config, threadCode }))
  for (const end = performance.now() + longestJoin; performance.now() < end; await sleep(20)) {
    if (coherence.isTrusted()) return coherence
  }
  throw new BootError('database', [
    'The other processes on this database could not be notified, so nothing was changed. Try again.',
  ])
}

interface TrailParts {
  readonly database: Database
  readonly data: DataAccess
}

/** The audit log of a command; on SQLite every entry counts the change for the hosts, in its transaction. */
export function commandTrail(options: CommandOptions, { database, data }: TrailParts): ChangeRecorder {
  const joined = data.forHost(identityModels, new JoiningTransactor(database))
  const trail = accountTrail({
    recorder: operatorTrail({ ...options, database }),
    workspacesOf: (userId) => workspacesOfAccount(joined, userId),
  })
  if (database.dialect === 'postgres') return trail
  const changes = new CommandChanges(database)
  return Object.freeze<ChangeRecorder>({
    record: async (change) => {
      await trail.record(change)
      await changes.add()
    },
  })
}
