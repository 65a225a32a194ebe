/**
 * Authenticator apps.
 *
 *   none ──begin──► pending ──confirm──► active ──begin──► active, another pending ──confirm──► active, the other one
 *                                          └── remove ──► none
 *
 * A pending app never affects the active one. A code is taken by one statement that moves the last step forward, so it
 * is accepted once, on however many processes it arrives.
 */
import type { Queries, Row } from '@host/plugin'
import type { Vault } from '../../security/encryption/vault.ts'
import type { HostDatabase, HostTables } from '../models.ts'
import { iso } from '../../support/time.ts'
import type { TotpApp } from './models.ts'
import { newTotpSecret, stepOfCode } from './totp-code.ts'

type StoredApp = Row<typeof TotpApp>

/** How long a secret waits to be confirmed, in milliseconds. */
const pendingLife = 15 * 60_000

/** Options of they. */
export interface TotpOptions {
  readonly db: HostDatabase
  readonly vault: Vault
  readonly clock: () => number
}

/** A secret that waits, and the step of the code that was shown for it. */
export interface ConfirmedTotp {
  readonly sealed: string
  readonly step: number
}

export class TotpApps {
  readonly #options: TotpOptions

  constructor(options: TotpOptions) {
    this.#options = options
  }

  /** Makes a secret that waits to be confirmed, in place of another that waits. */
  async begin(userId: string): Promise<string> {
    const { db, vault, clock } = this.#options
    const secret = newTotpSecret()
    const pending = { pending_secret: await vault.seal(secret, placeOf(userId)), pending_since: iso(clock()) }
    await db
      .insertInto('totp_apps')
      .values({ user_id: userId, ...pending })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(pending))
      .execute()
    return secret
  }

  /** Whether a secret waits to be confirmed. */
  async isPending(userId: string): Promise<boolean> {
    return (await this.#pending(userId)) !== undefined
  }

  /** Compares a code with the secret that waits; undefined when it is wrong, or none waits. */
  async compare(userId: string, code: string): Promise<ConfirmedTotp | undefined> {
    const sealed = await this.#pending(userId)
    if (sealed === undefined) return undefined
    const step = await this.#stepOf(userId, { sealed, code })
    return step === undefined ? undefined : { sealed, step }
  }

  /** Takes a code of the active app, once; false when it is wrong or was taken. */
  async use(userId: string, code: string): Promise<boolean> {
    const { db } = this.#options
    const secret = (await this.#read(userId))?.secret ?? undefined
    if (secret === undefined) return false
    const step = await this.#stepOf(userId, { sealed: secret, code })
    if (step === undefined) return false
    const taken = await db
      .updateTable('totp_apps')
      .set({ last_step: step })
      .where('user_id', '=', userId)
      .where('secret', '=', secret)
      .where('last_step', '<', step)
      .returning('id')
      .executeTakeFirst()
    return taken !== undefined
  }

  async #pending(userId: string): Promise<string | undefined> {
    const app = await this.#read(userId)
    const { pending_secret: sealed = null, pending_since: since = null } = app ?? {}
    if (sealed === null || since === null) return undefined
    return this.#options.clock() < Date.parse(since) + pendingLife ? sealed : undefined
  }

  async #stepOf(
    userId: string,
    { sealed, code }: { readonly sealed: string; readonly code: string },
  ): Promise<number | undefined> {
    const { vault, clock } = this.#options
    const secret = await vault.open(sealed, placeOf(userId))
    return stepOfCode(secret.toString(), code, clock())
  }

  #read(userId: string): Promise<StoredApp | undefined> {
    return this.#options.db.selectFrom('totp_apps').selectAll().where('user_id', '=', userId).executeTakeFirst()
  }
}

/** Activates a confirmed app; false when it is no longer pending. */
export async function activateTotp(
  db: Queries<HostTables>,
  userId: string,
  { sealed, step, since }: ConfirmedTotp & { readonly since: string },
): Promise<boolean> {
  const active = await db
    .updateTable('totp_apps')
    .set({ secret: sealed, active_since: since, last_step: step, pending_secret: null, pending_since: null })
    .where('user_id', '=', userId)
    .where('pending_secret', '=', sealed)
    .returning('id')
    .executeTakeFirst()
  return active !== undefined
}

/** Removes the app, and a pending one with it; false without an active app. */
export async function deactivateTotp(db: Queries<HostTables>, userId: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('totp_apps')
    .where('user_id', '=', userId)
    .where('active_since', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return removed !== undefined
}

/** A secret opens for its account alone. */
function placeOf(userId: string) {
  return { plugin: 'host', field: 'totp_secret', row: userId }
}
