import { Problem } from '@host/plugin'
import { requestCaller } from '../../request/request-state.ts'
import type { AccountStore, StoredAccount } from '../accounts/account-store.ts'
import type { Caller } from '../../request/caller.ts'

/** The caller, with the account as it is in the database now. @throws Problem `unauthenticated`, `session_required` */
export async function ownAccount(
  { accounts }: { readonly accounts: AccountStore },
  request: Request,
): Promise<{ readonly caller: Caller; readonly account: StoredAccount }> {
  const caller = requestCaller(request)
  if (caller === undefined) throw new Problem('unauthenticated')
  if (caller.tokenId !== undefined) throw new Problem('session_required')
  const account = await accounts.find(caller.userId)
  if (account === undefined || account.isDisabled) throw new Problem('unauthenticated')
  return { caller, account }
}
