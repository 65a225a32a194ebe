import type { AccountCommands } from '@host/host'
import type { Page } from '@host/plugin'
import type { Account } from '@host/plugin/platform'
import { defineCommand } from 'citty'
import type { CliContext } from '../cli-context.ts'
import { CommandFailure } from '../command-failure.ts'
import { strictArguments } from '../strict-arguments.ts'
import { subCommands } from '../sub-commands.ts'
import { accountLine, accountName } from '../user/account-line.ts'
import { onAccounts, requireAccount } from '../user/on-accounts.ts'
import { readPassword } from '../user/read-password.ts'
import { resetLink } from '../user/reset-link.ts'

const mostListed = 200

const account = {
  type: 'positional',
  description: 'Email address or ID of the account',
  valueHint: 'EMAIL-OR-ID',
  required: true,
} as const

/** `host user`: the operator's way back in. Beside a running host, or without one. */
export function userCommand(context: CliContext) {
  return defineCommand({
    meta: { name: 'user', description: 'List accounts and recover access to them' },
    subCommands: subCommands({
      list: listCommand(context),
      'reset-password': resetCommand(context),
      'make-admin': makeAdminCommand(context),
      'end-sessions': endSessionsCommand(context),
    }),
  })
}

function listCommand(context: CliContext) {
  return defineCommand({
    meta: { name: 'list', description: 'Print accounts, newest first, one page at a time' },
    args: {
      search: { type: 'string', description: 'Text in the name or email address', valueHint: 'TEXT' },
      limit: {
        type: 'string',
        description: `Accounts per page, at most ${mostListed}`,
        valueHint: 'N',
        default: '50',
      },
      after: { type: 'string', description: 'Where the page before ended', valueHint: 'CURSOR' },
      json: { type: 'boolean', description: 'Print JSON: items, and nextCursor for --after' },
    },
    plugins: [strictArguments],
    async run({ args }) {
      const request = { q: args.search, limit: parseLimit(args.limit), cursor: args.after }
      const page = await onAccounts(context, 'list', ({ accounts }) => accounts.list(request))
      if (args.json === true) context.write(JSON.stringify(page))
      else printPage(context, page, args)
    },
  })
}

function parseLimit(text: string): number {
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (limit >= 1 && limit <= mostListed) return limit
  throw new CommandFailure([`--limit must be a number from 1 to ${mostListed}, not ${JSON.stringify(text)}.`], 2)
}

interface Listed {
  readonly search?: string | undefined
  readonly after?: string | undefined
}

function printPage({ write, report }: CliContext, { items, nextCursor }: Page<Account>, listed: Listed): void {
  for (const each of items) write(accountLine(each))
  if (nextCursor !== null) {
    const search = listed.search === undefined ? '' : ` --search ${JSON.stringify(listed.search)}`
    report(`More accounts: host user list${search} --after ${nextCursor}`)
  } else if (items.length === 0) report(emptyNote(listed))
}

function emptyNote({ search, after }: Listed): string {
  if (after !== undefined) return 'No more accounts.'
  return search === undefined
    ? 'No accounts yet. Start the host and open the setup link that it prints.'
    : 'No matching accounts. Search for another part of the name or email address.'
}

function resetCommand(context: CliContext) {
  return defineCommand({
    meta: { name: 'reset-password', description: 'Print a single-use link to set a new password, valid for one hour' },
    args: {
      account,
      'password-stdin': {
        type: 'boolean',
        description: 'Set the password to the first line of standard input instead',
      },
      'remove-second-factors': {
        type: 'boolean',
        description: 'Remove the authenticator app, passkeys, and recovery codes',
      },
    },
    plugins: [strictArguments],
    async run({ args }) {
      const password = args['password-stdin'] === true ? await readPassword(process.stdin) : undefined
      const removesSecondFactors = args['remove-second-factors'] === true
      await onAccounts(context, 'reset-password', async (work) => {
        const found = await requireAccount(work, args.account)
        const reset = { userId: found.id, removesSecondFactors }
        if (password === undefined) {
          const { url, note } = resetLink(work.config, await work.accounts.issueLink(reset))
          context.report(`Link for ${accountName(found)} to set a new password (single use, valid for one hour):`)
          context.write(url)
          if (note !== undefined) context.report(note)
        } else {
          await work.accounts.setPassword(reset, password)
          context.write(`Password set for ${accountName(found)}. All sessions were ended.`)
        }
        context.report(factorsNote(found, removesSecondFactors))
      })
    },
  })
}

function factorsNote({ hasSecondFactor }: Account, isRemoved: boolean): string {
  if (!hasSecondFactor) return 'The account has no second factor.'
  return isRemoved
    ? 'Removed its second factors and recovery codes. All sessions were ended.'
    : 'Sign-in still requires the second factor. If it is lost, run this command again with --remove-second-factors.'
}

function makeAdminCommand(context: CliContext) {
  return change(context, {
    name: 'make-admin',
    description: 'Make an account an instance admin',
    run: async (accounts, found) => {
      if (found.isInstanceAdmin && !found.isDisabled) return `${accountName(found)} is already an instance admin.`
      await accounts.makeAdmin(found.id)
      return `${accountName(found)} is now an instance admin and must sign in again.`
    },
  })
}

function endSessionsCommand(context: CliContext) {
  return change(context, {
    name: 'end-sessions',
    description: 'End every session of an account, but not its API tokens',
    run: async (accounts, found) => {
      await accounts.endSessions(found.id)
      return `Ended every session of ${accountName(found)}. API tokens still work: the user can revoke them under API tokens, or an instance admin can disable the account under Users.`
    },
  })
}

interface Change {
  readonly name: string
  readonly description: string
  /** @returns the result, as a sentence */
  readonly run: (accounts: AccountCommands, found: Account) => Promise<string>
}

/** A command that changes one account. */
function change(context: CliContext, { name, description, run }: Change) {
  return defineCommand({
    meta: { name, description },
    args: { account },
    plugins: [strictArguments],
    async run({ args }) {
      await onAccounts(context, name, async (work) => {
        context.write(await run(work.accounts, await requireAccount(work, args.account)))
      })
    },
  })
}
