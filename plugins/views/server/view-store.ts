/**
 * Saved views in the database. A view that the caller may not see answers as missing, so an ID reveals nothing about
 * other users' views.
 */
import type * as z from 'zod/mini'
import { hasRole, listOf, Problem, type ListPage, type WorkspaceScope } from '@host/plugin'
import { mostViews, mostViewsInAll, type listViews, type SavedView } from '../shared.ts'
import type { Tables } from './models.ts'

/** The caller: identity and role in the workspace, and its database. */
export type ViewCaller = Pick<WorkspaceScope<Tables>, 'db' | 'userId' | 'role' | 'audit' | 'now'>

/** Dependencies of a new view. */
export interface ViewDraft {
  readonly page: string
  readonly name: string
  readonly query: string
  readonly isShared?: boolean | undefined
}

/** Changes to a view. */
export type ViewChange = { readonly [Key in 'name' | 'query' | 'isShared']?: ViewDraft[Key] | undefined }

type ViewsRequest = z.infer<typeof listViews.input>

const columns = ['id', 'user_id', 'page', 'name', 'query', 'is_shared'] as const

/** The caller's own views of a page and those that are shared, the oldest first. */
export function listedViews(caller: ViewCaller, { page, ...input }: ViewsRequest): Promise<ListPage<SavedView>> {
  return listOf({ db: caller.db, input }, visible(caller).where('page', '=', page), {
    usual: 'id',
    item: (row) => present(row, caller),
  })
}

/** @throws Problem `conflict` when the caller keeps too many, `forbidden` to share without the role */
export async function insertView(caller: ViewCaller, { isShared = false, ...draft }: ViewDraft): Promise<SavedView> {
  if (isShared) mustMayShare(caller)
  const row = await caller.db.transaction(async (db) => {
    const own = db
      .selectFrom('views_views')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', caller.userId)
    if ((await own.where('page', '=', draft.page).executeTakeFirstOrThrow()).count >= mostViews) throw tooManyHere()
    if ((await own.executeTakeFirstOrThrow()).count >= mostViewsInAll) throw tooManyInAll()
    return db
      .insertInto('views_views')
      .values({ ...draft, user_id: caller.userId, is_shared: isShared })
      .returning(columns)
      .executeTakeFirstOrThrow()
  })
  return present(row, caller)
}

/** @throws Problem `not_found`, `forbidden` for another user's view, or without the role that sharing requires */
export async function updateView(caller: ViewCaller, id: string, change: ViewChange): Promise<SavedView> {
  const before = await visibleView(caller, id)
  if (before.user_id !== caller.userId) throw new Problem('forbidden', { detail: notYours })
  caller.audit.describe({ before: told(before) })
  const { isShared = before.is_shared, name = before.name, query = before.query } = change
  // A user who lost the role can withdraw a shared view, but not change a view that others see.
  if (isShared) mustMayShare(caller)
  const row = await caller.db
    .updateTable('views_views')
    .set({ name, query, is_shared: isShared, updated_at: caller.now().toISOString() })
    .where('id', '=', id)
    .where('user_id', '=', caller.userId)
    .returning(columns)
    .executeTakeFirst()
  if (row === undefined) throw new Problem('not_found')
  return present(row, caller)
}

/** @throws Problem `not_found`, `forbidden` for another user's shared view without the role */
export async function removeView(caller: ViewCaller, id: string): Promise<void> {
  const view = await visibleView(caller, id)
  if (view.user_id !== caller.userId && !hasRole(caller.role, 'admin')) {
    throw new Problem('forbidden', { detail: notYours })
  }
  caller.audit.describe({ before: told(view) })
  const deleting = caller.db.deleteFrom('views_views').where('id', '=', id).where('user_id', '=', view.user_id)
  // Another user's view may have been unshared meanwhile.
  await (view.user_id === caller.userId ? deleting : deleting.where('is_shared', '=', true)).execute()
}

/** Personal views are deleted with the membership or the account; shared ones belong to the workspace. */
export async function removePersonalViews(db: Pick<ViewCaller['db'], 'deleteFrom'>, userId: string): Promise<void> {
  await db.deleteFrom('views_views').where('user_id', '=', userId).where('is_shared', '=', false).execute()
}

function visible({ db, userId }: ViewCaller) {
  return db
    .selectFrom('views_views')
    .select(columns)
    .where((where) => where.or([where('user_id', '=', userId), where('is_shared', '=', true)]))
}

async function visibleView(caller: ViewCaller, id: string) {
  const view = await visible(caller).where('id', '=', id).executeTakeFirst()
  if (view === undefined) throw new Problem('not_found')
  return view
}

interface ViewRow {
  readonly id: string
  readonly user_id: string
  readonly page: string
  readonly name: string
  readonly query: string
  readonly is_shared: boolean
}

function present({ user_id: author, is_shared: isShared, ...view }: ViewRow, { userId }: ViewCaller): SavedView {
  return { ...view, isShared, isOwn: author === userId }
}

/** The former values of a view for the audit log. */
function told({ name, page, query, is_shared: isShared }: ViewRow) {
  return { name, page, query, isShared }
}

const notYours = { en: 'Another member saved this view.', zh: '此视图由其他成员保存。' }

function mustMayShare({ role }: ViewCaller): void {
  if (hasRole(role, 'admin')) return
  throw new Problem('forbidden', {
    detail: { en: 'Only admins and owners can share views.', zh: '只有管理员和所有者可以共享视图。' },
  })
}

function tooManyHere(): Problem {
  return tooMany({
    en: `You've reached the limit of ${mostViews} views for this page.`,
    zh: `您在此页面已保存 ${mostViews} 个视图。`,
  })
}

function tooManyInAll(): Problem {
  return tooMany({
    en: `You've reached the limit of ${mostViewsInAll} views in this workspace.`,
    zh: `您在此工作区已保存 ${mostViewsInAll} 个视图。`,
  })
}

function tooMany(detail: { readonly en: string; readonly zh: string }): Problem {
  return new Problem('conflict', {
    detail,
    nextStep: { en: 'Delete one that you do not use, then save again.', zh: '请先删除不再使用的视图，然后重新保存。' },
  })
}
