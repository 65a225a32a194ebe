import type { Queries, Role, Row } from '@host/plugin'
import type { HostDatabase, HostTables } from '../models.ts'
import { needsSecondFactor } from '../sign-in/needs-second-factor.ts'
import { iso } from '../../support/time.ts'
import type { ApiTokenRow } from './models.ts'

/** A token as it is stored. */
export type StoredApiToken = Row<typeof ApiTokenRow>

/** A token with the rights behind it, as the database has them at this moment. */
export interface HeldApiToken extends StoredApiToken {
  readonly is_instance_admin: boolean
  /** The role of its holder in its workspace; null without a membership. */
  readonly membership: Role | null
  /** Whether the instance or its workspace asks for a second factor, and its holder has none. */
  readonly needs_second_factor: boolean
  /** Whether its workspace requires single sign-on of API tokens; null for a token of the instance. */
  readonly is_sso_required: boolean | null
  /** The account of its holder at the workspace's own provider; null without one. */
  readonly sso_identity: string | null
  /** Why its workspace is suspended; null unless it is. */
  readonly suspension: string | null
}

/** Owner of tokens: those of another user, or of another workspace, are treated as absent. */
export interface TokenOwner {
  readonly orgId: string
  readonly userId: string
}

/** API tokens in the database. The membership is read with every load, so a token alone never grants a role. */
/** A use of a token. */
export interface TokenUsed {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly from: string
}

export class TokenStore {
  readonly #db: HostDatabase

  constructor(db: HostDatabase) {
    this.#db = db
  }

  /** The token of a secret, unless its holder may not sign in. */
  async load(tokenHash: string): Promise<HeldApiToken | undefined> {
    return await this.#complete(
      await this.#holders()
        .where((where) => where.or([where('t.token_hash', '=', tokenHash), where('t.previous_hash', '=', tokenHash)]))
        .executeTakeFirst(),
    )
  }

  /** The same by its id, for calls made with it before. */
  async loadById(id: string): Promise<HeldApiToken | undefined> {
    return await this.#complete(await this.#holders().where('t.id', '=', id).executeTakeFirst())
  }

  async #complete(held: Omit<HeldApiToken, 'needs_second_factor'> | undefined): Promise<HeldApiToken | undefined> {
    if (held === undefined) return undefined
    const { user_id: userId, org_id: orgId } = held
    return { ...held, needs_second_factor: await needsSecondFactor(this.#db, { userId, orgId }) }
  }

  /** Tokens with the rights behind them, of those who may sign in. */
  #holders() {
    return this.#db
      .selectFrom('api_tokens as t')
      .innerJoin('users as u', 'u.id', 't.user_id')
      .leftJoin('memberships as m', (join) =>
        join
          .onRef('m.user_id', '=', 't.user_id')
          .onRef('m.org_id', '=', 't.org_id')
          // A workspace that is to be erased can't be used.
          .on(({ exists, selectFrom }) =>
            exists(
              selectFrom('workspaces as w')
                .select('w.id')
                .whereRef('w.id', '=', 'm.org_id')
                .where('w.erase_at', 'is', null),
            ),
          ),
      )
      .leftJoin('workspaces as rule', (join) =>
        join.onRef('rule.id', '=', 't.org_id').on('rule.requires_sso', '=', true),
      )
      .leftJoin('workspaces as own', 'own.id', 't.org_id')
      .selectAll('t')
      .select('rule.requires_sso_of_tokens as is_sso_required')
      .select('own.suspension_reason as suspension')
      .select(({ selectFrom }) =>
        selectFrom('external_identities as e')
          .innerJoin('sso_connections as c', 'c.id', 'e.provider_id')
          .select('e.id')
          .whereRef('e.user_id', '=', 't.user_id')
          .whereRef('c.org_id', '=', 't.org_id')
          .limit(1)
          .as('sso_identity'),
      )
      .select(['u.is_instance_admin', 'm.role as membership'])
      .where('u.disabled_at', 'is', null)
  }

  list({ orgId, userId }: TokenOwner): Promise<StoredApiToken[]> {
    return this.#db
      .selectFrom('api_tokens')
      .selectAll()
      .where('org_id', '=', orgId)
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .execute()
  }

  async used(uses: readonly TokenUsed[]): Promise<void> {
    await this.#db.transaction(async (db) => {
      // In one order, so that two processes that write at once never wait for each other.
      for (const { id, at, from } of uses.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
        await db
          .updateTable('api_tokens')
          .set({ last_used_at: iso(at), last_used_from: from.slice(0, 64) })
          .where('id', '=', id)
          .execute()
      }
    })
  }
}

/** Deletes a member's tokens of one workspace, inside the transaction that removes the member. */
export async function deleteTokensIn(db: Queries<HostTables>, orgId: string, userId: string): Promise<void> {
  await db.deleteFrom('api_tokens').where('org_id', '=', orgId).where('user_id', '=', userId).execute()
}
