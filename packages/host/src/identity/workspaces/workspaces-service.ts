import { Problem, type Log, type Role } from '@host/plugin'
import type { Member, MemberTarget, OwnWorkspace, WorkspaceActor, WorkspacesService } from '@host/plugin/platform'
import type { AccountStore } from '../accounts/account-store.ts'
import { normalizeEmail } from '../accounts/email.ts'
import { growthOf } from '../growth.ts'
import type { ChangeRecorder } from '../../domain-changes/change-recorder.ts'
import type { HostDatabase } from '../models.ts'
import type { LiveSessions } from '../sessions/live-sessions.ts'
import { iso } from '../../support/time.ts'
import { MemberStore } from './member-store.ts'
import { closeWorkspace, restoreWorkspace } from './close-workspace.ts'
import { readLogo } from './read-logo.ts'
import type { MemberLimit } from '../../plans/host-quotas.ts'
import { suspendWorkspace } from './suspend-workspace.ts'
import { admitOwner, type MostOwned } from './owned-workspaces.ts'
import { checkSlug } from './slug.ts'
import { checkSlugBudget } from './slug-budget.ts'
import { createWorkspace } from './create-workspace.ts'
import { changeWorkspace } from './change-workspace.ts'
import { summarizeMembers } from './member-summary.ts'
import { WorkspaceStore } from './workspace-store.ts'

/** Options of workspaces. */
export interface WorkspacesOptions {
  readonly db: HostDatabase
  /** The same tables as a part of the transaction that it is called in. */
  readonly joined: HostDatabase
  readonly accounts: AccountStore
  readonly live: LiveSessions
  readonly clock: () => number
  readonly log: Log
  readonly recorder: ChangeRecorder
  readonly mostOwned: MostOwned
  readonly memberLimit: MemberLimit
  /** Runs the plugins' `memberRemoved`. */
  memberRemoved(orgId: string, userId: string): Promise<void>
  /** Called when the held work of a workspace may continue. */
  readonly reopened?: ((orgId: string) => void) | undefined
  /** All data of a workspace, as one JSON text. */
  exportWorkspace(workspace: OwnWorkspace, signal: AbortSignal): ReadableStream<Uint8Array>
}

interface Parts extends WorkspacesOptions {
  readonly workspaces: WorkspaceStore
  readonly members: MemberStore
}

/** Rules that decide access to a workspace, so sessions and tokens are read again after a change. */
const rightsRules = ['requireSecondFactor', 'requireSso', 'requireSsoForTokens'] as const

function readsOf(workspaces: WorkspaceStore): Pick<WorkspacesService, 'list' | 'read' | 'readForSupport'> {
  return {
    list: (userId) => workspaces.listOf(userId),
    read: (userId, orgId) => workspaces.readOwn(userId, orgId),
    readForSupport: (orgId) => workspaces.readForSupport(orgId),
  }
}

/** Makes the service `Workspaces`. */
export function workspacesService(options: WorkspacesOptions): WorkspacesService {
  const { db, clock, recorder } = options
  const workspaces = new WorkspaceStore(db)
  const parts: Parts = { ...options, workspaces, members: new MemberStore(options) }
  return Object.freeze({
    ...readsOf(workspaces),
    create: async ({ name, slug, ownerId }) => {
      if (slug !== undefined) checkSlug(slug)
      const mostOwned = await options.mostOwned()
      const workspace = await db.transaction(async (queries) => {
        await admitOwner(queries, { userId: ownerId, actorId: ownerId, mostOwned })
        await checkSlugBudget(queries, ownerId, clock())
        return await createWorkspace(queries, { name, slug, ownerId, createdAt: iso(clock()) }, recorder)
      })
      return { ...workspace, role: 'owner' as const }
    },
    rename: (actor, name) => changeWorkspace(parts, actor, { name }),
    change: async (actor, changes) => {
      const changed = await changeWorkspace({ ...parts, db: parts.joined }, actor, changes)
      if (rightsRules.some((name) => changes[name] !== undefined)) await parts.live.forget({ orgId: actor.orgId })
      return changed
    },
    logo: (userId, orgId, hash) => readLogo(db, { userId, orgId, hash }),
    transfer: async (target) => {
      const { orgId, actorId, userId } = target
      await parts.members.transfer(target)
      for (const each of [userId, actorId]) await parts.live.forget({ orgId, userId: each })
      return parts.workspaces.readOwn(actorId, orgId)
    },
    erase: async (actor, confirmation) => {
      await closeWorkspace(parts, actor, confirmation)
      await parts.live.forget({ orgId: actor.orgId })
    },
    restore: async (actor) => {
      const workspace = await restoreWorkspace(parts, actor)
      await parts.live.forget({ orgId: actor.orgId })
      parts.reopened?.(actor.orgId)
      return workspace
    },
    export: (actor, signal) => exportOwn(parts, actor, signal),
    suspend: (suspending) => suspendWorkspace(parts, suspending),
    listAll: (page) => parts.workspaces.listAll(page),
    growth: (since) => growthOf(db, 'workspaces', since),
    memberSummary: (orgId, moments) => summarizeMembers(db, orgId, moments),
    members: (orgId, request) => parts.members.list(orgId, request),
    countMembers: (orgId, request) => parts.members.count(orgId, request),
    addMember: (actor, joining) => addMember(parts, actor, joining),
    changeRole: async (target, role) => {
      const { member, changed } = await parts.members.changeRole(target, role)
      if (changed) await parts.live.forget({ orgId: target.orgId, userId: target.userId })
      return member
    },
    removeMember: (target) => removeMember(parts, target),
    leave: ({ orgId, actorId }) => removeMember(parts, { orgId, actorId, userId: actorId }),
  } satisfies WorkspacesService)
}

/** Only owners take all of it along, and the log says who did. @throws Problem `not_found`, `forbidden` */
async function exportOwn(
  { workspaces, recorder, exportWorkspace }: Parts,
  { orgId, actorId }: WorkspaceActor,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const workspace = await workspaces.readOwn(actorId, orgId)
  if (workspace.role !== 'owner') throw new Problem('forbidden')
  const body = exportWorkspace(workspace, signal)
  try {
    await recorder.record({ kind: 'workspace.exported', orgId, actorId })
  } catch (error) {
    await body.cancel(error)
    throw error
  }
  return body
}

async function addMember(
  { accounts, members, live, clock }: Parts,
  actor: WorkspaceActor,
  { email, role }: { readonly email: string; readonly role: Role },
): Promise<Member> {
  const account = await accounts.findByEmail(normalizeEmail(email) ?? '')
  if (account === undefined) throw noAccount()
  const member = await members.add(actor, { userId: account.id, role, joinedAt: iso(clock()) })
  await live.forget({ orgId: actor.orgId, userId: account.id })
  return member
}

async function removeMember({ members, live, log, memberRemoved }: Parts, target: MemberTarget): Promise<void> {
  const { orgId, userId } = target
  await members.remove(target)
  await live.forget({ orgId, userId })
  try {
    await memberRemoved(orgId, userId)
  } catch (error) {
    log.error('A plugin hook for a leaving member failed', { error, orgId, userId })
  }
}

function noAccount(): Problem {
  return new Problem('not_found', {
    detail: { en: 'No account has this email address.', zh: '没有使用此邮箱地址的账户。' },
    nextStep: { en: 'Ask an instance admin to create the account first.', zh: '请先联系实例管理员创建账户。' },
  })
}
