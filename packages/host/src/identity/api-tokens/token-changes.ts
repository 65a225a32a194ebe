/**
 * Creates, changes and revokes tokens, each with its entry in the audit log of the workspace.
 *
 * Creation takes the same lock as a removal and reads the membership under it, so that a member removed meanwhile has
 * no token left that would work again if they came back.
 */
import { hasRole, Problem, type Queries, type Role } from '@host/plugin'
import type { ChangeRecorder } from '../../domain-changes/change-recorder.ts'
import type { HostDatabase, HostTables } from '../models.ts'
import { iso } from '../../support/time.ts'
import { lockWorkspace } from '../workspaces/lock-workspace.ts'
import { hashSecretToken } from '../secret-token.ts'
import { instanceTokens } from './models.ts'
import type { StoredApiToken, TokenOwner } from './token-store.ts'
import { newTokenText, tokenHint } from './token-text.ts'

/** Most tokens of one user in one workspace, and for the instance. */
export const mostTokens = 50
const day = 86_400_000

/** A token to make, as far as it was checked beforehand. */
export interface TokenDraft {
  readonly name: string
  readonly scopes: readonly string[]
  /** Undefined for the role of its holder. */
  readonly role: Role | undefined
  readonly expiresInDays: number | null
  readonly addresses: readonly string[]
}

/** One token of a user. */
export interface OwnedToken extends TokenOwner {
  readonly id: string
}

/** A token, and its secret while it is known. */
export interface SecretToken {
  readonly secret: string
  readonly stored: StoredApiToken
}

export class TokenChanges {
  readonly #db: HostDatabase
  readonly #recorder: ChangeRecorder
  readonly #clock: () => number

  constructor({
    db,
    recorder,
    clock,
  }: {
    readonly db: HostDatabase
    readonly recorder: ChangeRecorder
    clock(): number
  }) {
    this.#db = db
    this.#recorder = recorder
    this.#clock = clock
  }

  /** @throws Problem `forbidden`, `conflict` when there are too many */
  mint(owner: TokenOwner, draft: TokenDraft): Promise<SecretToken> {
    const secret = newTokenText()
    const now = this.#clock()
    return this.#db.transaction(async (db) => {
      await lock(db, owner)
      const role = await grantedRole(db, owner, draft.role)
      await requireRoom(db, owner)
      const { name, scopes, addresses, expiresInDays } = draft
      const values = { name, scopes, addresses, role, lifetime_days: expiresInDays, created_at: iso(now) }
      const stored = await db
        .insertInto('api_tokens')
        .values({
          org_id: owner.orgId,
          user_id: owner.userId,
          ...values,
          ...secretOf(secret),
          expires_at: endOf(now, expiresInDays),
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      const facts = { name, scopes, addresses, role, expiresInDays }
      await this.#recorder.record({ kind: 'api_token.created', ...about(stored), ...facts })
      return { secret, stored }
    })
  }

  /** @throws Problem `not_found` */
  rename(target: OwnedToken, name: string): Promise<StoredApiToken> {
    return this.#db.transaction(async (db) => {
      const before = await read(db, target)
      const stored = await update(db, target, { name })
      await this.#recorder.record({ kind: 'api_token.renamed', ...about(stored), from: before.name, to: name })
      return stored
    })
  }

  /** @param overlap milliseconds for which the present secret works too @throws Problem `not_found` */
  rotate(target: OwnedToken, overlap: number): Promise<SecretToken> {
    const secret = newTokenText()
    const now = this.#clock()
    return this.#db.transaction(async (db) => {
      // Of two simultaneous rotations the second finds the secret of the first, and not the one before it.
      await lock(db, target)
      const before = await read(db, target)
      const stored = await update(db, target, {
        ...secretOf(secret),
        ...formerSecret(before, now, overlap),
        expires_at: endOf(now, before.lifetime_days),
      })
      const { name, previous_until: overlapEndsAt } = stored
      await this.#recorder.record({ kind: 'api_token.rotated', ...about(stored), name, overlapEndsAt })
      return { secret, stored }
    })
  }

  /** @throws Problem `not_found` */
  async revoke(target: OwnedToken): Promise<void> {
    await this.#db.transaction(async (db) => {
      const stored = await db
        .deleteFrom('api_tokens')
        .where('id', '=', target.id)
        .where('org_id', '=', target.orgId)
        .where('user_id', '=', target.userId)
        .returningAll()
        .executeTakeFirst()
      if (stored === undefined) throw new Problem('not_found')
      await this.#recorder.record({ kind: 'api_token.revoked', ...about(stored), name: stored.name })
    })
  }
}

function about({ id: tokenId, user_id: actorId, org_id }: StoredApiToken) {
  return { orgId: org_id === instanceTokens ? undefined : org_id, actorId, tokenId }
}

async function lock(db: Queries<HostTables>, { orgId, userId }: TokenOwner): Promise<void> {
  if (orgId !== instanceTokens) return void (await lockWorkspace(db, orgId))
  await db
    .updateTable('users')
    .set((set) => ({ name: set.ref('name') }))
    .where('id', '=', userId)
    .execute()
}

/** The role granted to a token: at most that of its creator. @throws Problem `forbidden` */
async function grantedRole(
  db: Queries<HostTables>,
  { orgId, userId }: TokenOwner,
  wanted: Role | undefined,
): Promise<Role | null> {
  if (orgId === instanceTokens) return requireInstanceAdmin(db, userId)
  const own = await db
    .selectFrom('memberships')
    .select('role')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (own === undefined) throw new Problem('no_workspace')
  if (hasRole(own.role, wanted ?? own.role)) return wanted ?? own.role
  throw new Problem('forbidden', {
    detail: { en: "A token can't have a higher role than yours.", zh: '令牌的角色不能高于您自己的角色。' },
    nextStep: { en: 'Choose your own role or a lower one.', zh: '请选择您自己的角色或更低的角色。' },
  })
}

async function requireInstanceAdmin(db: Queries<HostTables>, userId: string): Promise<null> {
  const user = await db.selectFrom('users').select('is_instance_admin').where('id', '=', userId).executeTakeFirst()
  if (user?.is_instance_admin !== true) throw new Problem('forbidden')
  return null
}

async function requireRoom(db: Queries<HostTables>, { orgId, userId }: TokenOwner): Promise<void> {
  const { count } = await db
    .selectFrom('api_tokens')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (count < mostTokens) return
  throw new Problem('conflict', {
    detail: {
      en: `You have ${mostTokens} API tokens in this workspace, which is the limit.`,
      zh: `您在此处已有 ${mostTokens} 个 API 令牌。`,
    },
    nextStep: { en: 'Revoke one you no longer use.', zh: '请撤销不再使用的令牌。' },
  })
}

async function read(db: Queries<HostTables>, { id, orgId, userId }: OwnedToken): Promise<StoredApiToken> {
  const stored = await db
    .selectFrom('api_tokens')
    .selectAll()
    .where('id', '=', id)
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (stored === undefined) throw new Problem('not_found')
  return stored
}

async function update(
  db: Queries<HostTables>,
  { id }: OwnedToken,
  values: Partial<Omit<StoredApiToken, 'id' | 'org_id'>>,
): Promise<StoredApiToken> {
  return await db.updateTable('api_tokens').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

function secretOf(secret: string): { readonly token_hash: string; readonly hint: string } {
  return { token_hash: hashSecretToken(secret), hint: tokenHint(secret) }
}

/** The present secret as the former one; it ends when it would have ended without the rotation, at the latest. */
function formerSecret({ token_hash, expires_at }: StoredApiToken, now: number, overlap: number) {
  const end = Math.min(now + overlap, expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at))
  return end > now
    ? { previous_hash: token_hash, previous_until: iso(end) }
    : { previous_hash: null, previous_until: null }
}

function endOf(now: number, expiresInDays: number | null): string | null {
  return expiresInDays === null ? null : iso(now + expiresInDays * day)
}
