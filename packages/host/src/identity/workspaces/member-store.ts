/**
 * Members of workspaces.
 *
 * Each change runs in one transaction that first locks the workspace's row, and reads roles and owners after it has the
 * lock. Two owners who remove each other at the same moment come one after the other, and the second is then the last
 * owner. The sessions that depend on the changed right end in the same transaction.
 */
import { Problem, type Page, type PlanLimit, type Queries, type Role } from '@host/plugin'
import type { Member, MemberTarget, MembersRequest, WorkspaceActor } from '@host/plugin/platform'
import { cappedRole } from '../api-tokens/effective-rights.ts'
import { deleteTokensIn } from '../api-tokens/token-store.ts'
import type { ChangeRecorder } from '../../domain-changes/change-recorder.ts'
import type { DomainChange } from '../../domain-changes/domain-change.ts'
import type { HostDatabase, HostTables } from '../models.ts'
import { orderedPage, wanted } from '../ordered-page.ts'
import type { MemberLimit } from '../../plans/host-quotas.ts'
import { endSessionsIn } from '../sessions/sign-in-rows.ts'
import { lockAccount } from '../sign-in/lock-account.ts'
import { endAllSupport } from '../support/end-support.ts'
import { lockedByOwner } from './locked-by-owner.ts'
import { lockWorkspace } from './lock-workspace.ts'
import { checkKeepsOwner, checkMayChange, isOfOwner, refuseErasing } from './member-rules.ts'
import { admitMember, withinMembers } from './admit-member.ts'
import { admitOwner, type MostOwned } from './owned-workspaces.ts'
import { roleIn } from './role-in.ts'

const columns = ['u.id as userId', 'u.email', 'u.name', 'm.role', 'm.created_at as joinedAt'] as const

/** Columns that a search for members covers. */
const searched = ['u.name', 'u.email'] as const

/** A joining member. */
export interface NewMember {
  readonly userId: string
  readonly role: Role
  readonly joinedAt: string
}

interface MemberStoreOptions {
  readonly db: HostDatabase
  readonly recorder: ChangeRecorder
  readonly mostOwned: MostOwned
  readonly memberLimit: MemberLimit
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

export class MemberStore {
  readonly #db: HostDatabase
  readonly #recorder: ChangeRecorder
  readonly #mostOwned: MostOwned
  readonly #memberLimit: MemberLimit
  readonly #clock: () => number

  constructor({ db, recorder, mostOwned, memberLimit, clock }: MemberStoreOptions) {
    this.#db = db
    this.#recorder = recorder
    this.#mostOwned = mostOwned
    this.#memberLimit = memberLimit
    this.#clock = clock
  }

  list(orgId: string, { role, ...request }: MembersRequest): Promise<Page<Member>> {
    const orders = {
      id: 'm.id',
      texts: { joined: undefined, name: 'u.name', email: 'u.email' },
      usual: 'joined',
      searched,
    } as const
    // An index gives the members of a role, too.
    const members = membersOf(this.#db, orgId)
    return orderedPage(role === undefined ? members : members.where('m.role', '=', role), orders, request)
  }

  async count(orgId: string, { role, q }: Pick<MembersRequest, 'q' | 'role'>): Promise<number> {
    const members = this.#db
      .selectFrom('memberships as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('m.org_id', '=', orgId)
    const ofRole = role === undefined ? members : members.where('m.role', '=', role)
    return (await wanted(ofRole, { searched }, q).executeTakeFirstOrThrow()).count
  }

  /** @throws Problem `forbidden`, `conflict` for a member, `quota_exceeded` */
  async add({ orgId, actorId }: WorkspaceActor, { userId, role, joinedAt }: NewMember): Promise<Member> {
    const mostOwned = await this.#mostOwned()
    const add = async (limit: PlanLimit): Promise<Member> =>
      await this.#db.transaction(async (db) => {
        await lockWorkspace(db, orgId)
        checkMayChange(await roleIn(db, orgId, actorId), { from: undefined, to: role })
        if (role === 'owner') await admitOwner(db, { userId, actorId, mostOwned })
        else if (!(await lockAccount(db, userId))) throw new Problem('not_found')
        if ((await roleIn(db, orgId, userId)) !== undefined) throw isMemberAlready()
        await admitMember(db, orgId, limit)
        const joined = { org_id: orgId, user_id: userId, role, created_at: joinedAt }
        await db.insertInto('memberships').values(joined).execute()
        await this.#endSupport(db, { orgId, actorId, userId })
        const member = await read(db, orgId, userId)
        await this.#recorder.record({ kind: 'member.added', orgId, actorId, userId, name: member.name, role })
        return member
      })
    return await withinMembers(this.#memberLimit, orgId, add)
  }

  /** Gives a member another role, and says whether it is another. @throws Problem `not_found`, `forbidden`, `last_owner` */
  async changeRole(
    { orgId, actorId, userId, asRole, requireProof }: MemberTarget,
    to: Role,
  ): Promise<{ member: Member; changed: boolean }> {
    const mostOwned = await this.#mostOwned()
    return await this.#db.transaction(async (db) => {
      await lockWorkspace(db, orgId)
      const actor = cappedRole(await roleIn(db, orgId, actorId), asRole)
      const { role: from, name } = await read(db, orgId, userId)
      checkMayChange(actor, { from, to })
      if (isOfOwner({ from, to })) requireProof?.()
      if (from !== to && to === 'owner') await admitOwner(db, { userId, actorId, mostOwned })
      if (from !== to) await this.#set(db, { orgId, actorId, userId, name, from, to })
      return { member: await read(db, orgId, userId), changed: from !== to }
    })
  }

  /** Makes a member an owner and the acting owner an admin. @throws Problem `not_found`, `forbidden`, `conflict` */
  async transfer({ orgId, actorId, userId }: MemberTarget): Promise<void> {
    const mostOwned = await this.#mostOwned()
    await this.#db.transaction(async (db) => {
      const workspace = await lockedByOwner(db, { orgId, actorId })
      refuseErasing(workspace)
      const [next, present] = [await read(db, orgId, userId), await read(db, orgId, actorId)]
      if (next.role === 'owner') throw ownsAlready()
      await admitOwner(db, { userId, actorId, mostOwned })
      await this.#set(db, { orgId, actorId, userId, name: next.name, from: next.role, to: 'owner' })
      await this.#set(db, { orgId, actorId, userId: actorId, name: present.name, from: 'owner', to: 'admin' })
      await this.#recorder.record({ kind: 'workspace.transferred', orgId, actorId, userId, name: next.name })
    })
  }

  /** Removes a member; people may always remove themselves. @throws Problem `not_found`, `forbidden`, `last_owner` */
  remove({ orgId, actorId, userId, asRole, requireProof }: MemberTarget): Promise<void> {
    return this.#db.transaction(async (db) => {
      await lockWorkspace(db, orgId)
      const actor = cappedRole(await roleIn(db, orgId, actorId), asRole)
      const { role: from, name } = await read(db, orgId, userId)
      if (actorId !== userId) checkMayChange(actor, { from, to: undefined })
      if (isOfOwner({ from, to: undefined })) requireProof?.()
      await this.#set(db, { orgId, actorId, userId, name, from, to: undefined })
    })
  }

  async #set(db: Queries<HostTables>, change: MembershipChange): Promise<void> {
    const { orgId, userId, to } = change
    checkKeepsOwner(await countOwners(db, orgId), change)
    if (to === undefined) {
      await db.deleteFrom('memberships').where('org_id', '=', orgId).where('user_id', '=', userId).execute()
    } else {
      await db
        .updateTable('memberships')
        .set({ role: to })
        .where('org_id', '=', orgId)
        .where('user_id', '=', userId)
        .execute()
    }
    await endSessionsIn(db, orgId, userId)
    if (to === undefined) {
      await deleteTokensIn(db, orgId, userId)
      await this.#endSupport(db, change)
    }
    await this.#recorder.record(changeOf(change))
  }

  /** Support access from before the membership, which is not there again after it. */
  async #endSupport(db: Queries<HostTables>, { orgId, actorId, userId }: MemberTarget): Promise<void> {
    const ending = { of: { orgId, userId }, actorId, how: 'ended', now: this.#clock() } as const
    await endAllSupport(db, this.#recorder, ending)
  }
}

function changeOf({ orgId, actorId, userId, name, from, to }: MembershipChange): DomainChange {
  const about = { orgId, actorId, userId, name }
  if (to !== undefined) return { kind: 'member.role_changed', ...about, from, to }
  return { kind: actorId === userId ? 'member.left' : 'member.removed', ...about, role: from }
}

function isMemberAlready(): Problem {
  return new Problem('conflict', { detail: { en: 'This person is already a member.', zh: '此人已是成员。' } })
}

function ownsAlready(): Problem {
  return new Problem('conflict', {
    detail: { en: 'This person is already an owner.', zh: '此人已是所有者。' },
    nextStep: { en: 'Choose another member.', zh: '请选择其他人。' },
  })
}

interface MembershipChange extends MemberTarget {
  /** Name of the member. */
  readonly name: string
  readonly from: Role
  /** Undefined for a leaving member. */
  readonly to: Role | undefined
}

/** Members of a workspace, with name and role. */
export function membersOf(db: Queries<HostTables>, orgId: string) {
  return db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(columns)
    .where('m.org_id', '=', orgId)
}

async function read(db: Queries<HostTables>, orgId: string, userId: string): Promise<Member> {
  const member = await membersOf(db, orgId).where('m.user_id', '=', userId).executeTakeFirst()
  if (member === undefined) throw new Problem('not_found')
  return member
}

async function countOwners(db: Queries<HostTables>, orgId: string): Promise<number> {
  const { count } = await db
    .selectFrom('memberships')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .where('role', '=', 'owner')
    .executeTakeFirstOrThrow()
  return count
}
