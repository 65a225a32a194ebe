import type { ListRequest, Page } from '@host/plugin'
import type { Account } from '@host/plugin/platform'
import { AccountStore } from '../accounts/account-store.ts'
import { normalizeEmail } from '../accounts/email.ts'
import { listAccounts, readAccount } from '../people/account-list.ts'
import { changeAccount, signOutAccount } from '../people/change-account.ts'
import {
  issueOperatorLink,
  lockUsable,
  setPasswordAsOperator,
  type OperatorReset,
  type OperatorResetParts,
} from './operator-reset.ts'

/** Account operations of commands. A running host sees each change by the time that it resolves. */
export interface AccountCommands {
  /** Newest first. @throws Problem `bad_request` for a cursor that no list gave out */
  list(request: ListRequest): Promise<Page<Account>>
  /** @param account an email address or an id */
  find(account: string): Promise<Account | undefined>
  /** @returns the token of the link @throws Problem `conflict` for an account that can't sign in */
  issueLink(reset: OperatorReset): Promise<string>
  /** @throws Problem `conflict` for an account that can't sign in, `invalid_input` for an unfit password */
  setPassword(reset: OperatorReset, password: string): Promise<void>
  /** Ends the sessions, too. @throws Problem `conflict` for an account that can't sign in */
  makeAdmin(userId: string): Promise<void>
  endSessions(userId: string): Promise<void>
}

/** Makes the commands of the operator, by the services that an instance admin uses. */
export function accountCommands(parts: OperatorResetParts): AccountCommands {
  const { db } = parts
  return Object.freeze<AccountCommands>({
    list: (request) => listAccounts(db, request),
    find: (account) => findAccount(parts, account),
    issueLink: (reset) => issueOperatorLink(parts, reset),
    setPassword: (reset, password) => setPasswordAsOperator(parts, reset, password),
    makeAdmin: async (userId) => {
      await db.transaction((queries) => lockUsable(queries, userId))
      await changeAccount(parts, { actorId: undefined, userId }, { isInstanceAdmin: true })
    },
    endSessions: (userId) => signOutAccount(parts, { actorId: undefined, userId }),
  })
}

async function findAccount({ db }: OperatorResetParts, account: string): Promise<Account | undefined> {
  const store = new AccountStore(db)
  const email = normalizeEmail(account)
  const found = await (email === undefined ? store.find(account) : store.findByEmail(email))
  return found && (await readAccount(db, found.id))
}
