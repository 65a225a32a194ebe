/**
 * Changes of a user's sign-in methods: in one transaction with the audit entry, and with the end of everything begun
 * under the old methods: other sessions, pending sign-ins, mailed links.
 */
import type { Queries } from '@host/plugin'
import type { SecondFactor } from '@host/plugin/platform'
import { endAccess } from '../accounts/end-access.ts'
import type { Caller } from '../../request/caller.ts'
import type { HostDatabase, HostTables } from '../models.ts'
import type { LiveSessions } from '../sessions/live-sessions.ts'
import { holdAccount } from '../sign-in/hold-account.ts'
import { hasSecondFactor } from '../sign-in/needs-second-factor.ts'
import { removeRecoveryCodes } from './recovery-codes.ts'

/** Options of changes. */
export interface FactorChangesOptions {
  readonly db: HostDatabase
  readonly live: LiveSessions
}

/** A change, inside its transaction. */
export type FactorChange<Result> = (db: Queries<HostTables>) => Promise<Result>

export class FactorChanges {
  readonly #options: FactorChangesOptions

  constructor(options: FactorChangesOptions) {
    this.#options = options
  }

  /** Changes the factors of the caller, one change of an account after the other. @throws Problem `unauthenticated` */
  async change<Result>(caller: Caller, change: FactorChange<Result>): Promise<Result> {
    const { db, live } = this.#options
    const { userId, sessionId } = caller
    const result = await db.transaction(async (queries) => {
      await holdAccount(queries, caller)
      const changed = await change(queries)
      if (!(await hasSecondFactor(queries, userId))) await removeRecoveryCodes(queries, userId)
      await endAccess(queries, userId, sessionId)
      return changed
    })
    await live.forget({ userId })
    return result
  }

  /** Remembers that the session has just proved the factor that it added. */
  async proved(
    db: Queries<HostTables>,
    { sessionId }: Caller,
    { by, at }: { readonly by: SecondFactor; readonly at: string },
  ): Promise<void> {
    const proof = { factor_proved_at: at, factor_proved_by: by }
    await db.updateTable('user_sessions').set(proof).where('id', '=', sessionId).execute()
  }
}
