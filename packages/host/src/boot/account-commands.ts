import { setTimeout as sleep } from 'node:timers/promises'
import { operatorTrail } from '../audit/operator-trail.ts'
import { CommandChanges } from '../security/coherence/command-changes.ts'
import type { Coherence } from '../security/coherence/coherence.ts'
import { openCoherence } from '../security/coherence/open-coherence.ts'
import { DataAccess } from '../database/data-access.ts'
import type { Database } from '../database/database.ts'
import { JoiningTransactor } from '../database/joining-transactor.ts'
import { hostModels } from '../models/host-models.ts'
import { accountTrail, workspacesOfAccount } from '../identity/account-trail.ts'
import { PasswordHasher } from '../identity/accounts/password-hash.ts'
import type { ChangeRecorder } from '../domain-changes/change-recorder.ts'
import { identityModels } from '../identity/index.ts'
import { accountCommands, type AccountCommands } from '../identity/operator/account-commands.ts'
import { subjectsOf } from '../identity/sessions/live-sessions.ts'
import { withOfflineDatabase } from './with-offline-database.ts'
import { BootError } from '../support/boot-error.ts'
import type { OpenOptions } from './open-stage.ts'

/** Options of a command on accounts. */
export interface AccountCommandOptions extends Omit<OpenOptions, 'isExclusive'> {
  /** As the operator types it, such as `host user make-admin`: the audit log names it. */
  readonly command: string
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** How long a command waits until the other processes know of it, in milliseconds. */
const longestJoin = 10_000

/** Lets a command work on accounts, whether a host runs or not. @throws BootError as `withOfflineDatabase` does */
export async function withAccountCommands<Result>(
  options: AccountCommandOptions,
  work: (accounts: AccountCommands) => Promise<Result>,
): Promise<Result> {
  return await withOfflineDatabase(options, async (database) => {
    await using opened = new AsyncDisposableStack()
    const coherence = await joinHosts(options, database, opened)
    const { clock } = options
    const data = new DataAccess({
      database,
      owners: [{ name: 'host', models: hostModels }],
      onDoor: () => undefined,
    })
    return await work(
      accountCommands({
        db: data.forHost(identityModels),
        clock,
        recorder: commandTrail(options, { database, data }),
        live: { forget: (which) => coherence.forget(subjectsOf(which)) },
        passwords: new PasswordHasher(),
      }),
    )
  })
}

/** On PostgreSQL the command is one of the processes, and known to them before it changes anything. */
async function joinHosts(
  { config, threadCode }: AccountCommandOptions,
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
function commandTrail(options: AccountCommandOptions, { database, data }: TrailParts): ChangeRecorder {
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
