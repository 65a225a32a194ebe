import { Problem, type OwnWorkspace, type Page, type ListRequest, type Queries, type Workspace } from '@host/plugin'
import type { HostDatabase, HostTables } from '../models.ts'
import { orderedPage } from '../ordered-page.ts'
import { slugsFor } from './slug.ts'

/** A workspace that begins, with its owner. */
export interface NewWorkspace {
  readonly name: string
  readonly slug?: string | undefined
  readonly ownerId: string
  readonly createdAt: string
}

const columns = ['w.id', 'w.slug', 'w.name', 'w.accent', 'w.created_at as createdAt'] as const

/** Workspaces in the database. */
export class WorkspaceStore {
  readonly #db: HostDatabase

  constructor(db: HostDatabase) {
    this.#db = db
  }

  listOf(userId: string): Promise<OwnWorkspace[]> {
    return this.#own(userId).orderBy('w.name').orderBy('w.id').limit(1000).execute()
  }

  /** @throws Problem `not_found`, also for a workspace that the user is no member of */
  async readOwn(userId: string, orgId: string): Promise<OwnWorkspace> {
    const workspace = await this.#own(userId).where('w.id', '=', orgId).executeTakeFirst()
    if (workspace === undefined) throw new Problem('not_found')
    return workspace
  }

  async listAll(request: ListRequest): Promise<Page<Workspace & { readonly members: number }>> {
    const query = this.#db
      .selectFrom('workspaces as w')
      .select(columns)
      .select((select) =>
        select
          .selectFrom('memberships as m')
          .whereRef('m.org_id', '=', 'w.id')
          .select((count) => count.fn.countAll<number>().as('count'))
          .as('members'),
      )
    const orders = {
      id: 'w.id',
      texts: { created: undefined, name: 'w.name' },
      usual: '-created',
      searched: ['w.name', 'w.slug'],
    } as const
    const { items, nextCursor } = await orderedPage(query, orders, request)
    return { items: items.map((row) => ({ ...row, members: row.members ?? 0 })), nextCursor }
  }

  #own(userId: string) {
    return this.#db
      .selectFrom('workspaces as w')
      .innerJoin('memberships as m', 'm.org_id', 'w.id')
      .select(columns)
      .select('m.role')
      .where('m.user_id', '=', userId)
  }
}

/** Changes a workspace, inside a transaction. */
export async function updateWorkspace(
  db: Queries<HostTables>,
  orgId: string,
  changes: { readonly name?: string; readonly accent?: string | null },
): Promise<void> {
  await db.updateTable('workspaces').set(changes).where('id', '=', orgId).execute()
}

/** Stores a workspace and its owner, inside a transaction. @throws Problem `conflict` when the slug is taken */
export async function insertWorkspace(db: Queries<HostTables>, input: NewWorkspace): Promise<Workspace> {
  for (const slug of input.slug === undefined ? slugsFor(input.name) : [input.slug]) {
    const workspace = await db
      .insertInto('workspaces')
      .values({ slug, name: input.name, created_at: input.createdAt })
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .returning(['id', 'slug', 'name', 'accent', 'created_at as createdAt'])
      .executeTakeFirst()
    if (workspace === undefined) continue
    await db
      .insertInto('memberships')
      .values({ org_id: workspace.id, user_id: input.ownerId, role: 'owner', created_at: input.createdAt })
      .execute()
    return workspace
  }
  throw new Problem('conflict', {
    detail: { en: 'This slug is taken.', zh: '此短名称已被占用。' },
    nextStep: { en: 'Choose another slug.', zh: '请换一个短名称。' },
  })
}
