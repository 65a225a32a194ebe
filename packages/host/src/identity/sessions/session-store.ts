import { Problem, type Role, type Row } from '@host/plugin'
import type { HostDatabase, UserSession } from '../models.ts'
import { signInSettingsKey, signInSettingsOf } from '../sign-in/sign-in-settings.ts'
import { iso } from '../../support/time.ts'
import { supportOfSession, type SessionSupport } from '../support/session-support.ts'
import { sessionLife } from './session-life.ts'

/** A sign-in in a workspace, with the rights behind it, as the database has them at this moment. */
export interface StoredSession {
  /** The sign-in's. */
  readonly id: string
  readonly userId: string
  /** The workspace that the call names, or else the one used last, also when the membership is gone. */
  readonly workspaceId: string | null
  /** False where the call names a workspace that the sign-in has no row for yet. */
  readonly isEntered: boolean
  readonly isInstanceAdmin: boolean
  /** Null without a membership in `workspaceId`. */
  readonly role: Role | null
  readonly createdAt: string
  readonly lastSeenAt: string
  /** Null for a session without a proof of identity. */
  readonly provedAt: string | null
  /** Null for a session without a proof of a second factor. */
  readonly factorProvedAt: string | null
  readonly factorProvedBy: string | null
  /** The second factors of the account. */
  readonly secondFactors: readonly ('totp' | 'passkey')[]
  /** Whether the instance or the workspace asks for a second factor, and neither account nor session has one. */
  readonly needsSecondFactor: boolean
  /** The only workspace that it may work in; null for a session of the account. */
  readonly confinedTo: string | null
  /** Whether the workspace asks for its single sign-on, which the session did not come through. */
  readonly needsSso: boolean
  /** Why the workspace is suspended; null unless it is. */
  readonly suspension: string | null
  /** Access of an instance admin who is not a member of `workspaceId`; undefined for all others. */
  readonly support: SessionSupport | undefined
}

/** Sessions in the database. The membership is read with every load, so a session alone never grants a role. */
export class SessionStore {
  readonly #db: HostDatabase

  constructor(db: HostDatabase) {
    this.#db = db
  }

  /**
   * Finds a sign-in, of an account that is not kept out, in a workspace.
   * @param named the workspace; the one used last when left out
   * @throws Problem `unauthenticated` where the row of the named workspace was revoked, for the page that shows it
   */
  async load(cookieHash: string, named?: string): Promise<StoredSession | undefined> {
    const found = await this.#find(cookieHash, named)
    if (found === undefined) return undefined
    const { usedLast, isRevoked, entryId, isEntryRevoked, ...rest } = found
    const isUsedLast = named === undefined || named === usedLast
    const { isRequiredHere, isSsoRequired, settings, isVouched, totpSince, passkeyId, ...held } = rest
    const isEntered = isUsedLast || entryId !== null
    const session = confined({ ...held, workspaceId: named ?? usedLast, isEntered })
    const support = named === undefined ? undefined : await this.#supportOf(session, named)
    const isRowRevoked = isEntryRevoked === true || (isUsedLast && isRevoked)
    if (support === undefined ? isRowRevoked : support.isEnded) throw accessEnded()
    const isRequired = isRequiredHere === true || signInSettingsOf(settings).requireSecondFactor
    const secondFactors: ('totp' | 'passkey')[] = totpSince === null ? [] : ['totp']
    if (passkeyId !== null) secondFactors.push('passkey')
    const hasSecondFactor = isVouched || secondFactors.length > 0
    return {
      ...session,
      ...(support !== undefined && { role: 'admin', isEntered: true }),
      support,
      secondFactors,
      needsSecondFactor: isRequired && !hasSecondFactor,
      // The grant of an owner stands in for the sign-on.
      needsSso:
        isSsoRequired === true &&
        support === undefined &&
        session.role !== 'owner' &&
        session.confinedTo !== session.workspaceId,
    }
  }

  /** Writes the last use of those sign-ins that no process has written lately. */
  async seen(ids: readonly string[], now: number): Promise<void> {
    await this.#db
      .updateTable('user_sessions')
      .set({ last_seen_at: iso(now) })
      // Older processes delete a row of a further workspace that was not used for long, with the mark that it is revoked.
      .where(({ or, eb }) => or([eb('id', 'in', ids), eb('sign_in_id', 'in', ids)]))
      .where('last_seen_at', '<=', iso(now - sessionLife.lastSeenLag))
      .execute()
    await this.#db
      .updateTable('users')
      .set({ last_seen_at: iso(now) })
      .where('id', 'in', (eb) => eb.selectFrom('user_sessions').select('user_id').where('id', 'in', ids))
      .execute()
  }

  /** The workspace that has a slug, or had it; undefined for none. */
  async workspaceOf(slug: string): Promise<string | undefined> {
    const former = this.#db.selectFrom('retired_slugs').select('workspace_id as id').where('slug', '=', slug)
    const present = this.#db.selectFrom('workspaces').select('id').where('slug', '=', slug)
    return (await former.unionAll(present).executeTakeFirst())?.id ?? undefined
  }

  async isMember(userId: string, orgId: string): Promise<boolean> {
    const member = await this.#memberships(userId).where('m.org_id', '=', orgId).executeTakeFirst()
    return member !== undefined
  }

  /** Whether a workspace requires single sign-on of a user. */
  async asksForSso(userId: string, orgId: string): Promise<boolean> {
    const asking = await this.#memberships(userId)
      .where('m.org_id', '=', orgId)
      .where('m.role', '<>', 'owner')
      .where('w.requires_sso', '=', true)
      .executeTakeFirst()
    return asking !== undefined
  }

  /** Whether the provider that a session began with vouches for a second factor. */
  async isVouched(sessionId: string): Promise<boolean> {
    const vouched = await this.#db
      .selectFrom('user_sessions')
      .select('id')
      .where('id', '=', sessionId)
      .where('is_second_factor_vouched', '=', true)
      .executeTakeFirst()
    return vouched !== undefined
  }

  /** The workspace that a user worked in last, or the oldest one where that membership or workspace has ended. */
  async workspaceToLandIn(userId: string): Promise<string | undefined> {
    const member = await this.#memberships(userId)
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .orderBy(({ case: when }) => when().whenRef('u.last_workspace_id', '=', 'm.org_id').then(0).else(1).end())
      .orderBy('m.id')
      .limit(1)
      .executeTakeFirst()
    return member?.org_id
  }

  /** @param confinedTo lists only those that came through the single sign-on of this workspace */
  list(userId: string, confinedTo: string | undefined): Promise<Row<typeof UserSession>[]> {
    const own = this.#db.selectFrom('user_sessions').selectAll().where('user_id', '=', userId)
    const all = own.where('sign_in_id', 'is', null)
    return (confinedTo === undefined ? all : all.where('confined_to', '=', confinedTo))
      .orderBy('last_seen_at', 'desc')
      .limit(200)
      .execute()
  }

  async #find(cookieHash: string, named: string | undefined) {
    return await this.#db
      .selectFrom('user_sessions as s')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .leftJoin('user_sessions as e', (join) =>
        join.onRef('e.sign_in_id', '=', 's.id').on('e.workspace_id', '=', named ?? ''),
      )
      .leftJoin('memberships as m', (join) =>
        join
          .onRef('m.user_id', '=', 's.user_id')
          .on('m.org_id', '=', (eb) => (named === undefined ? eb.ref('s.workspace_id') : eb.val(named)))
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
      .leftJoin('workspaces as w', (join) =>
        join.on('w.id', '=', (eb) => (named === undefined ? eb.ref('s.workspace_id') : eb.val(named))),
      )
      .leftJoin('instance_settings as i', (join) => join.on('i.key', '=', signInSettingsKey))
      .leftJoin('totp_apps as t', 't.user_id', 's.user_id')
      .select(['s.id', 's.user_id as userId', 's.workspace_id as usedLast', 'u.is_instance_admin as isInstanceAdmin'])
      .select(['s.is_revoked as isRevoked', 'e.id as entryId', 'e.is_revoked as isEntryRevoked'])
      .select(['m.role', 's.created_at as createdAt', 's.last_seen_at as lastSeenAt', 's.proved_at as provedAt'])
      .select(['s.factor_proved_at as factorProvedAt', 's.factor_proved_by as factorProvedBy'])
      .select(['w.requires_second_factor as isRequiredHere', 'i.value as settings'])
      .select(['s.confined_to as confinedTo', 'w.requires_sso as isSsoRequired'])
      .select('w.suspension_reason as suspension')
      .select(['s.is_second_factor_vouched as isVouched', 't.active_since as totpSince'])
      .select((eb) =>
        eb.selectFrom('passkeys').select('id').whereRef('user_id', '=', 's.user_id').limit(1).as('passkeyId'),
      )
      .where(({ or, eb }) => {
        const isOwn = eb('s.token_hash', '=', cookieHash)
        return named === undefined ? isOwn : or([isOwn, eb('s.cookie_hash', '=', cookieHash)])
      })
      .where('u.disabled_at', 'is', null)
      .executeTakeFirst()
  }

  /** Support access is used only in a named workspace, so that no call meets it by mistake. */
  async #supportOf({ id, role, isInstanceAdmin }: Standing & { readonly id: string }, orgId: string) {
    if (role !== null || !isInstanceAdmin) return undefined
    return await supportOfSession(this.#db, { sessionId: id, orgId })
  }

  /** Workspaces that a user can use: not those to be erased. */
  #memberships(userId: string) {
    return this.#db
      .selectFrom('memberships as m')
      .innerJoin('workspaces as w', 'w.id', 'm.org_id')
      .select('m.org_id')
      .where('m.user_id', '=', userId)
      .where('w.erase_at', 'is', null)
  }
}

/** The refusal of a session whose rights in the named workspace were taken away. */
export function accessEnded(): Problem {
  return new Problem('unauthenticated', {
    detail: {
      en: 'Your access to this workspace was changed or removed.',
      zh: '你在此工作区的访问权限已更改或被移除。',
    },
    facts: { isRevoked: true },
  })
}

type Standing = Pick<StoredSession, 'workspaceId' | 'role' | 'isInstanceAdmin' | 'confinedTo'>

/**
 * The remaining rights of a session that came through the single sign-on of a workspace: those in that workspace. Its
 * admins chose the provider, so the provider must open neither another workspace nor the instance.
 */
function confined<Session extends Standing>(session: Session): Session {
  if (session.confinedTo === null) return session
  const role = session.confinedTo === session.workspaceId ? session.role : null
  return { ...session, role, isInstanceAdmin: false }
}
