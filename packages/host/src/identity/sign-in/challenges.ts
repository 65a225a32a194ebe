/**
 * Pending proofs.
 *
 *   none --begin--> waiting --attempt--> waiting, one attempt less --take--> gone
 *                      └── five attempts, or its time over: it can't be taken any more
 *
 * A challenge belongs to its holder: a browser, by the token in its cookie, or a session. An attempt is counted before
 * it is checked, so of a hundred simultaneous ones five are checked; `take` deletes, so of two correct ones one
 * succeeds.
 */
import { hash } from 'node:crypto'
import type { Insert, Row } from '@host/plugin'
import type { HostDatabase } from '../models.ts'
import { iso } from '../../support/time.ts'
import type { Challenge, ChallengePurpose } from './models.ts'

/** A challenge that waits. */
export type StoredChallenge = Row<typeof Challenge>

/** Holder and purpose of a challenge. */
export interface ChallengeKey {
  readonly holder: string
  readonly purpose: ChallengePurpose
}

/** Facts that a challenge stores for its proof. */
export type ChallengeFacts = Partial<
  Omit<Insert<typeof Challenge>, 'id' | 'holder' | 'purpose' | 'attempts' | 'expires_at'>
>

/** How long a challenge waits, in milliseconds. */
export const challengeLife = 10 * 60_000

const mostAttempts = 5

/** The holder of a challenge that a session asked for. */
export function sessionHolder(sessionId: string, purpose: ChallengePurpose): string {
  return hash('sha256', `host/challenge/v1|${purpose}|${sessionId}`, 'base64url')
}

export class Challenges {
  readonly #db: HostDatabase
  readonly #clock: () => number

  constructor(db: HostDatabase, clock: () => number) {
    this.#db = db
    this.#clock = clock
  }

  /** Begins a challenge in place of the holder's current one, and deletes expired ones. */
  async begin({ holder, purpose }: ChallengeKey, facts: ChallengeFacts): Promise<void> {
    const now = this.#clock()
    const blank = { user_id: null, nonce: null, user_handle: null, began_by: null, provider_id: null }
    const given = { ...blank, confined_to: null, workspace_id: null, access_epoch: null, ...facts }
    const values = { ...given, purpose, attempts: 0, expires_at: iso(now + challengeLife) }
    await this.#db.deleteFrom('host_challenges').where('expires_at', '<=', iso(now)).execute()
    await this.#db
      .insertInto('host_challenges')
      .values({ holder, ...values })
      .onConflict((conflict) => conflict.column('holder').doUpdateSet(values))
      .execute()
  }

  /** Looks at a challenge without trying it; undefined when it would not be heard. */
  find({ holder, purpose }: ChallengeKey): Promise<StoredChallenge | undefined> {
    return this.#db
      .selectFrom('host_challenges')
      .selectAll()
      .where('holder', '=', holder)
      .where('purpose', '=', purpose)
      .where('expires_at', '>', iso(this.#clock()))
      .where('attempts', '<', mostAttempts)
      .executeTakeFirst()
  }

  /** Counts an attempt; undefined when there is no such challenge, its time is over, or five attempts were made. */
  attempt({ holder, purpose }: ChallengeKey): Promise<StoredChallenge | undefined> {
    return this.#db
      .updateTable('host_challenges')
      .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
      .where('holder', '=', holder)
      .where('purpose', '=', purpose)
      .where('expires_at', '>', iso(this.#clock()))
      .where('attempts', '<', mostAttempts)
      .returningAll()
      .executeTakeFirst()
  }

  /** Gives a challenge a new nonce for a passkey to sign. */
  async ask(id: string, nonce: string): Promise<void> {
    await this.#db.updateTable('host_challenges').set({ nonce }).where('id', '=', id).execute()
  }

  /** Takes the nonce, for the single answer it is valid for. */
  async takeNonce({ id, nonce }: StoredChallenge): Promise<string | undefined> {
    if (nonce === null) return undefined
    const taken = await this.#db
      .updateTable('host_challenges')
      .set({ nonce: null })
      .where('id', '=', id)
      .where('nonce', '=', nonce)
      .returning('id')
      .executeTakeFirst()
    return taken === undefined ? undefined : nonce
  }

  /** Ends a proved challenge; false when another request was faster. */
  async take(id: string): Promise<boolean> {
    const taken = await this.#db.deleteFrom('host_challenges').where('id', '=', id).returning('id').executeTakeFirst()
    return taken !== undefined
  }
}
