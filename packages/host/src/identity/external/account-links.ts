/**
 * Finds the account that an external account signs in to.
 *
 *   known (issuer, subject) ──────────────► its account; through a workspace's connection only as a member of it
 *   unknown, address has an account ──────► refused: link it from a signed-in session
 *   unknown, provider of the instance ────► a new account, when registration is open and the address is verified
 *   unknown, connection of a workspace ───► a new account, that joins this one workspace as an admin at most
 *
 * A removed member stays removed, whatever the provider says: only a new account joins by itself.
 */
import { Problem, type Queries } from '@host/plugin'
import { normalizeEmail, localPartOf } from '../accounts/email.ts'
import type { Caller } from '../../request/caller.ts'
import type { ChangeRecorder } from '../../domain-changes/change-recorder.ts'
import type { ChangeOf } from '../../domain-changes/domain-change.ts'
import type { HostDatabase, HostTables } from '../models.ts'
import { readSignInPolicy } from '../people/sign-in-policy.ts'
import { iso } from '../../support/time.ts'
import { holdAccount } from '../sign-in/hold-account.ts'
import type { MemberLimit } from '../../plans/host-quotas.ts'
import { admitMember, TooManyMembers } from '../workspaces/admit-member.ts'
import { lockWorkspace } from '../workspaces/lock-workspace.ts'
import { SignInFault } from './fault.ts'
import { insertIdentity, touchIdentity } from './identity-store.ts'
import { givenRole, type Provider } from './provider.ts'
import type { RemotePerson } from './remote.ts'

/** Options of links. */
export interface AccountLinksOptions {
  readonly db: HostDatabase
  readonly recorder: ChangeRecorder
  readonly memberLimit: MemberLimit
  readonly clock: () => number
}

interface Anonymous {
  readonly provider: Provider
  readonly person: RemotePerson
  /** Normalised. */
  readonly email: string
  readonly at: string
}

interface Joining {
  readonly userId: string
  readonly role: Provider['defaultRole']
  readonly at: string
  /** The most members that the plan allows. */
  readonly most: number
}

export class AccountLinks {
  readonly #options: AccountLinksOptions

  constructor(options: AccountLinksOptions) {
    this.#options = options
  }

  /**
   * The account that a user signs in to, with its access epoch, which increases when the provider is switched off or
   * removed before a session is stored.
   * @throws SignInFault
   */
  async accountOf(provider: Provider, person: RemotePerson): Promise<{ userId: string; accessEpoch: number }> {
    const { db, clock } = this.#options
    const at = iso(clock())
    const most = await this.#mostMembers(provider)
    return await db.transaction(async (queries) => {
      await lockProvider(queries, provider)
      const known = await touchIdentity(queries, person, at)
      if (known !== undefined && provider.orgId !== undefined) await requireMember(queries, provider.orgId, known)
      const userId = known ?? (await this.#welcome(queries, provider, { person, at, most }))
      const account = queries.selectFrom('users').select('access_epoch as accessEpoch').where('id', '=', userId)
      return { userId, ...(await account.executeTakeFirstOrThrow()) }
    })
  }

  /** Links an external account to the caller's account. @throws SignInFault */
  async link(caller: Caller, provider: Provider, person: RemotePerson): Promise<void> {
    const { db, clock, recorder } = this.#options
    const { userId } = caller
    await db.transaction(async (queries) => {
      await lockProvider(queries, provider)
      await holdAccount(queries, caller).catch(refuseEnded)
      if (provider.orgId !== undefined) await requireMember(queries, provider.orgId, userId)
      const isNew = await insertIdentity(queries, { userId, provider, person, at: iso(clock()) })
      if (isNew) return recorder.record(linked(userId, provider))
      const holder = await touchIdentity(queries, person, iso(clock()))
      if (holder !== userId) throw new SignInFault('sso_taken', 'Linked to another account')
    })
  }

  /** Read before the transaction begins; none may join where the plan has no members. */
  async #mostMembers({ orgId }: Provider): Promise<number> {
    if (orgId === undefined) return 0
    try {
      return (await this.#options.memberLimit(orgId)).most
    } catch (error) {
      if (error instanceof Problem && error.code === 'tier_required') return 0
      throw error
    }
  }

  async #welcome(
    db: Queries<HostTables>,
    provider: Provider,
    { person, at, most }: { readonly person: RemotePerson; readonly at: string; readonly most: number },
  ): Promise<string> {
    const email = usableEmail(provider, person)
    const known = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
    if (known !== undefined) throw new SignInFault('sso_not_linked', 'The email address already has an account')
    if (provider.orgId === undefined && !(await readSignInPolicy(db)).registration) {
      throw new SignInFault('sso_no_account', 'No account is linked to this identity')
    }
    const userId = await this.#register(db, { provider, person, email, at })
    if (provider.orgId !== undefined) {
      await this.#join(db, provider.orgId, { userId, role: provider.defaultRole, at, most })
    }
    return userId
  }

  async #register(db: Queries<HostTables>, { provider, person, email, at }: Anonymous): Promise<string> {
    const { recorder } = this.#options
    const name = (person.name?.replaceAll(/\p{Cc}/gu, ' ').trim() ?? '') || localPartOf(email)
    const created = await db
      .insertInto('users')
      .values({
        email,
        name: [...name].slice(0, 100).join(''),
        password_hash: null,
        is_mailbox_proven: provider.orgId === undefined,
        created_at: at,
      })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning(['id', 'name'])
      .executeTakeFirst()
    // The address was taken at the same moment.
    if (created === undefined) throw new SignInFault('sso_not_linked', 'The email address already has an account')
    const { id: userId } = created
    const isNew = await insertIdentity(db, { userId, provider, person, at })
    if (!isNew) throw new SignInFault('sso_failed', 'Two concurrent sign-ins created the same account')
    await recorder.record({ kind: 'user.created', actorId: userId, userId, email, name: created.name })
    await recorder.record(linked(userId, provider))
    return userId
  }

  async #join(db: Queries<HostTables>, orgId: string, { userId, role, at, most }: Joining): Promise<void> {
    await lockWorkspace(db, orgId)
    try {
      await admitMember(db, orgId, { most })
    } catch (error) {
      throw error instanceof TooManyMembers ? new SignInFault('sso_no_account', error.message) : error
    }
    await db.insertInto('memberships').values({ org_id: orgId, user_id: userId, role, created_at: at }).execute()
    await this.#options.recorder.record({ kind: 'member.joined', orgId, actorId: userId, userId, role, how: 'sso' })
  }
}

/**
 * Locks a provider, in the state known to the sign-in, until the transaction ends: no sign-in succeeds through a
 * removed, disabled or changed one, nor with a role or a second factor that it no longer grants.
 */
async function lockProvider(db: Queries<HostTables>, provider: Provider): Promise<void> {
  const { id, orgId, issuer, clientId, trustsSecondFactor } = provider
  const present = await db
    .updateTable(orgId === undefined ? 'sign_in_providers' : 'sso_connections')
    .set({ is_enabled: true })
    .where('id', '=', id)
    .where('is_enabled', '=', true)
    .returning(['issuer', 'client_id', 'trusts_second_factor'])
    .executeTakeFirst()
  const isSame =
    present?.issuer === issuer &&
    present.client_id === clientId &&
    present.trusts_second_factor === trustsSecondFactor &&
    (orgId === undefined || (await defaultRoleOf(db, id)) === provider.defaultRole)
  if (!isSame) throw new SignInFault('sso_failed', 'The provider was disabled or changed during the sign-in')
}

async function defaultRoleOf(db: Queries<HostTables>, id: string): Promise<Provider['defaultRole']> {
  const row = await db.selectFrom('sso_connections').select('default_role').where('id', '=', id).executeTakeFirst()
  return givenRole(row?.default_role)
}

/** A provider may take its time to answer, and the session that links may end meanwhile. */
function refuseEnded(error: unknown): never {
  if (!(error instanceof Problem)) throw error
  throw new SignInFault('sso_link_refused', 'The session that linked has ended')
}

function linked(userId: string, { id: provider, issuer }: Provider): ChangeOf<'identity.linked'> {
  return { kind: 'identity.linked', actorId: userId, userId, provider, issuer }
}

async function requireMember(db: Queries<HostTables>, orgId: string, userId: string): Promise<void> {
  const member = await db
    .selectFrom('memberships')
    .select('id')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (member === undefined) throw new SignInFault('sso_not_member', 'Not a member of the workspace')
}

/**
 * The address of a new account. A provider of the instance must state that it verified it; a workspace's provider is
 * vouched for by its admins, which is why its sessions stay in the workspace.
 */
function usableEmail({ orgId }: Provider, { email, isEmailVerified }: RemotePerson): string {
  const isTrusted = orgId === undefined ? isEmailVerified === true : isEmailVerified !== false
  const normalized = email === undefined ? undefined : normalizeEmail(email)
  if (normalized === undefined || !isTrusted) {
    throw new SignInFault('sso_no_email', 'The provider returned no verified email address')
  }
  return normalized
}
