import { Problem, type Page, type ListRequest, type Queries } from '@host/plugin'
import type { OwnWorkspace, Workspace } from '@host/plugin/platform'
import type { HostDatabase, HostTables } from '../models.ts'
import { orderedPage } from '../ordered-page.ts'
import { countMembers } from './count-members.ts'
import { logoPath } from './logo-path.ts'
import { isRetiredFor } from './retired-slugs.ts'
import { suspensionOf } from './suspend-workspace.ts'
import { slugsFor } from './slug.ts'

/** A workspace that begins, with its owner. */
export interface NewWorkspace {
  readonly name: string
  readonly slug?: string | undefined
  readonly ownerId: string
  readonly createdAt: string
}

const columns = [
  'w.id',
  'w.slug',
  'w.name',
  'w.accent',
  'w.logo',
  'w.time_zone as timeZone',
  'w.requires_second_factor as requireSecondFactor',
  'w.requires_sso as requireSso',
  'w.requires_sso_of_tokens as requireSsoForTokens',
  'w.erase_at as eraseAt',
  'w.created_at as createdAt',
  'w.suspended_at',
  'w.suspension_reason',
] as const

/** Workspaces in the database. */
export class WorkspaceStore {
  readonly #db: HostDatabase

  constructor(db: HostDatabase) {
    this.#db = db
  }

  async listOf(userId: string): Promise<OwnWorkspace[]> {
    const rows = await own(this.#db, userId).orderBy('w.name').orderBy('w.id').limit(1000).execute()
    return rows.map(shown)
  }

  /** @throws Problem `not_found`, also for a workspace that the user is not a member of */
  readOwn(userId: string, orgId: string): Promise<OwnWorkspace> {
    return readOwnWorkspace(this.#db, userId, orgId)
  }

  /** @throws Problem `not_found`, also for one that is to be erased */
  async readForSupport(orgId: string): Promise<OwnWorkspace> {
    const open = this.#db.selectFrom('workspaces as w').select(columns).where('w.erase_at', 'is', null)
    const workspace = await open.where('w.id', '=', orgId).executeTakeFirst()
    if (workspace === undefined) throw new Problem('not_found')
    return { ...shown(workspace), role: 'admin' }
  }

  async listAll(request: ListRequest): Promise<Page<Workspace & { readonly members: number }>> {
    const query = this.#db.selectFrom('workspaces as w').select(columns)
    const orders = {
      id: 'w.id',
      texts: { created: undefined, name: 'w.name' },
      usual: '-created',
      searched: ['w.name', 'w.slug'],
    } as const
    const { items, nextCursor } = await orderedPage(query, orders, request)
    const members = await countMembers(
      this.#db,
      items.map(({ id }) => id),
    )
    return { items: items.map((row) => ({ ...shown(row), members: members.get(row.id) ?? 0 })), nextCursor }
  }
}

/** @throws Problem `not_found`, also for a workspace that the user is not a member of */
export async function readOwnWorkspace(db: Queries<HostTables>, userId: string, orgId: string): Promise<OwnWorkspace> {
  const workspace = await own(db, userId).where('w.id', '=', orgId).executeTakeFirst()
  if (workspace === undefined) throw new Problem('not_found')
  return shown(workspace)
}

/** Stores a workspace and its owner, inside a transaction. @throws Problem `conflict` when the slug is taken */
export async function insertWorkspace(db: Queries<HostTables>, input: NewWorkspace): Promise<Workspace> {
  for (const slug of input.slug === undefined ? slugsFor(input.name) : [input.slug]) {
    if (await isRetiredFor(db, slug, undefined)) continue
    const workspace = await db
      .insertInto('workspaces')
      .values({ slug, name: input.name, created_at: input.createdAt })
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (workspace === undefined) continue
    // The insert may have waited for a transaction that gives this very slug up.
    if (await isRetiredFor(db, slug, undefined)) break
    await db
      .insertInto('memberships')
      .values({ org_id: workspace.id, user_id: input.ownerId, role: 'owner', created_at: input.createdAt })
      .execute()
    return await readOwnWorkspace(db, input.ownerId, workspace.id)
  }
  throw slugTaken()
}

export function slugTaken(): Problem {
  return new Problem('conflict', {
    detail: { en: 'This slug is taken.', zh: '此短名称已被占用。' },
    nextStep: { en: 'Choose another slug.', zh: '请换一个短名称。' },
  })
}

/** A workspace that is to be erased is there for its owners alone. */
function own(db: Queries<HostTables>, userId: string) {
  return db
    .selectFrom('workspaces as w')
    .innerJoin('memberships as m', 'm.org_id', 'w.id')
    .select(columns)
    .select('m.role')
    .where('m.user_id', '=', userId)
    .where((where) => where.or([where('w.erase_at', 'is', null), where('m.role', '=', 'owner')]))
}

interface WorkspaceRow {
  readonly id: string
  readonly logo: string | null
  readonly suspended_at: string | null
  readonly suspension_reason: string | null
}

/** A workspace as its members see it, from its row. */
function shown<Row extends WorkspaceRow>({ suspended_at, suspension_reason, ...row }: Row) {
  const suspension = suspensionOf({ suspended_at, suspension_reason })
  return { ...row, logo: logoPath(row.id, row.logo), ...(suspension && { suspension }) }
}
