import { PasswordHasher } from '../identity/accounts/password-hash.ts'
import { identityModels } from '../identity/index.ts'
import { accountCommands, type AccountCommands } from '../identity/operator/account-commands.ts'
import { subjectsOf } from '../identity/sessions/live-sessions.ts'
import { commandData, commandTrail, joinHosts, type CommandOptions } from './command-trail.ts'
import { withOfflineDatabase } from './with-offline-database.ts'

/** Options of a command on accounts. */
export type AccountCommandOptions = CommandOptions

/** Lets a command work on accounts, whether a host runs or not. @throws BootError as `withOfflineDatabase` does */
export async function withAccountCommands<Result>(
  options: AccountCommandOptions,
  work: (accounts: AccountCommands) => Promise<Result>,
): Promise<Result> {
  return await withOfflineDatabase(options, async (database) => {
    await using opened = new AsyncDisposableStack()
    const coherence = await joinHosts(options, database, opened)
    const { clock } = options
    const data = commandData(database)
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
