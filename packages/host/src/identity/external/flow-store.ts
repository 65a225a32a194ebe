import type { HostDatabase } from '../models.ts'
import { hashSecretToken } from '../secret-token.ts'
import { iso } from '../../support/time.ts'
import { flowTime } from './flow-cookie.ts'

/** A sign-in that goes away to a provider. */
export interface NewFlow {
  readonly state: string
  readonly browserSecret: string
  readonly providerId: string
  readonly returnPath: string | undefined
  /** The session that links; undefined for a sign-in. */
  readonly sessionId: string | undefined
}

/** A sign-in that came back. */
export interface ReturnedFlow {
  readonly providerId: string
  readonly returnPath: string | undefined
  readonly sessionId: string | undefined
}

/** Sign-ins that are away. Each comes back once, in the browser that it began in, within ten minutes. */
export class FlowStore {
  readonly #db: HostDatabase
  readonly #clock: () => number

  constructor(db: HostDatabase, clock: () => number) {
    this.#db = db
    this.#clock = clock
  }

  async add({ state, browserSecret, providerId, returnPath, sessionId }: NewFlow): Promise<void> {
    const now = this.#clock()
    await this.#db.deleteFrom('host_sign_in_flows').where('expires_at', '<=', iso(now)).execute()
    await this.#db
      .insertInto('host_sign_in_flows')
      .values({
        state_hash: hashSecretToken(state),
        browser_hash: hashSecretToken(browserSecret),
        provider_id: providerId,
        return_path: returnPath ?? null,
        session_id: sessionId ?? null,
        expires_at: iso(now + flowTime),
      })
      .execute()
  }

  /** Takes a sign-in out; a second call with the same state finds none, also when both come at once. */
  async take(state: string, browserSecret: string): Promise<ReturnedFlow | undefined> {
    const row = await this.#db
      .deleteFrom('host_sign_in_flows')
      .where('state_hash', '=', hashSecretToken(state))
      .where('browser_hash', '=', hashSecretToken(browserSecret))
      .returning(['provider_id', 'return_path', 'session_id', 'expires_at'])
      .executeTakeFirst()
    if (row === undefined || Date.parse(row.expires_at) <= this.#clock()) return undefined
    return {
      providerId: row.provider_id,
      returnPath: row.return_path ?? undefined,
      sessionId: row.session_id ?? undefined,
    }
  }
}
