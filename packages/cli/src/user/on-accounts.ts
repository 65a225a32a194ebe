import {
  createLog,
  readConfig,
  readEnvironment,
  withAccountCommands,
  type AccountCommands,
  type HostConfig,
} from '@host/host'
import { Problem } from '@host/plugin'
import { wordingIn, type Account } from '@host/plugin/platform'
import type { CliContext } from '../cli-context.ts'
import { CommandFailure } from '../command-failure.ts'

/** Dependencies of a command. */
export interface AccountWork {
  readonly accounts: AccountCommands
  readonly config: HostConfig
}

/** Runs a command on the accounts of the instance. @throws CommandFailure with a sentence for a refusal */
export async function onAccounts<Result>(
  { assets, cwd, env, report }: CliContext,
  command: string,
  work: (given: AccountWork) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(readEnvironment(cwd, env))
  const log = createLog({ level: 'warn', format: 'text', write: (line) => report(line.trimEnd()) })
  const options = {
    config,
    log,
    command: `host user ${command}`,
    clock: Date.now,
    threadCode: assets?.text,
  }
  try {
    return await withAccountCommands(options, (accounts) => work({ accounts, config }))
  } catch (error) {
    throw error instanceof Problem ? new CommandFailure(sentencesOf(error)) : error
  }
}

/** @throws CommandFailure when there is none */
export async function requireAccount({ accounts }: AccountWork, account: string): Promise<Account> {
  const found = await accounts.find(account)
  if (found !== undefined) return found
  throw new CommandFailure([
    `No account has the email address or id ${JSON.stringify(account)}. Run host user list to list accounts.`,
  ])
}

function sentencesOf({ message, options: { nextStep, errors = [] } }: Problem): readonly string[] {
  const reasons = errors.map((each) => wordingIn(each.message, 'en'))
  const sentences = reasons.length > 0 ? reasons : [message]
  return [...sentences, ...(nextStep === undefined ? [] : [wordingIn(nextStep, 'en')])]
}
