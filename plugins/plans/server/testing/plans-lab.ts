import type { TestContext } from 'node:test'
import {
  column,
  definePlugin,
  Events,
  json,
  model,
  Notifications,
  planLimit,
  requireService,
  requireUnlocked,
  serviceToken,
  type Notification,
  type QuotaDefinition,
  type ScopedDatabase,
  type TablesOf,
} from '@host/plugin'
import { WorkspacePolicy } from '@host/plugin/platform'
import { createTestHost, type TestHost } from '@host/testing'
import { applyPlanChange, createPlan, planChange, type Plan } from '../../shared.ts'
import { plugin } from '../index.ts'

const Note = model('notes_notes', { id: column.id('note'), org_id: column.org() }, { index: [['org_id', 'id']] })
const models = [Note] as const
type Tables = TablesOf<typeof models>

const notesQuota: QuotaDefinition<Tables> = {
  name: 'notes',
  title: { en: 'Notes', zh: '笔记' },
  most: 100,
  used: ({ db }) => countNotes(db),
  records: async (db, { skip, limit }) => {
    const rows = await db.selectFrom('notes_notes').select('id').orderBy('id').offset(skip).limit(limit).execute()
    return rows.map(({ id }) => ({ id, title: `Note ${id}`, path: `/notes/${id}` }))
  },
}

/** The data of the events of a workspace, by name. */
export const WitnessedEvents = serviceToken<{ of(orgId: string, name: string): Promise<readonly unknown[]> }>(
  'notes.witnessed-events',
)

/** The notifications of a host, in their order. */
export const WitnessedNotifications = serviceToken<readonly Notification[]>('notes.witnessed-notifications')

async function countNotes(db: ScopedDatabase<Tables>): Promise<number> {
  return (await db.selectFrom('notes_notes').select('id').execute()).length
}

/** A plugin whose reports ask for a tier, and whose notes have a quota. */
export const notes = definePlugin({
  name: 'notes',
  info: { title: 'Notes', description: 'Notes', icon: 'note', category: 'Work', api: '^1' },
  models,
  plan: {
    tiers: [{ name: 'reports', title: { en: 'Reports', zh: '报表' } }],
    quotas: [notesQuota],
    meters: [{ name: 'calls', title: { en: 'Calls', zh: '调用' }, unit: 'count' }],
  },
  mount(mux, ctx) {
    mux.handle(
      'GET /api/x/notes/report',
      ctx.guard(() => json({}), { tier: 'reports' }),
    )
    const create = ctx.guard(async ({ db, orgId }) => {
      const limit = await planLimit(ctx, orgId, notesQuota)
      const used = await countNotes(db)
      if (used >= limit.most) throw await limit.exceeded(used)
      const { id } = await db.insertInto('notes_notes').values({}).returning('id').executeTakeFirstOrThrow()
      return json({ id }, { status: 201 })
    })
    mux.handle('POST /api/x/notes/notes', create)
    mux.handle(
      'PATCH /api/x/notes/notes/{id}',
      ctx.guard(async ({ db, orgId, params }) => {
        await requireUnlocked(ctx, { db, orgId, quota: notesQuota }, params.id)
        return json({})
      }),
    )
    mux.handle(
      'DELETE /api/x/notes/notes/{id}',
      ctx.guard(async ({ db, params }) => {
        await db.deleteFrom('notes_notes').where('id', '=', params.id).execute()
        return json({})
      }),
    )
    ctx.provide(WorkspacePolicy, { mostOwned: async () => 7 })
    const notifications: Notification[] = []
    ctx.provide(WitnessedNotifications, notifications)
    ctx.provide(Notifications, {
      notify: async (_plugin, notification) => void ('title' in notification && notifications.push(notification)),
    })
    const events = requireService(ctx, Events)
    ctx.provide(WitnessedEvents, {
      of: async (orgId, name) => (await events.read(orgId, { names: [name], limit: 50 })).items.map(({ data }) => data),
    })
  },
})

/** A host with plans and notes. */
export async function openPlansLab(
  context: TestContext,
  environment: Readonly<Record<string, string>> = {},
): Promise<TestHost> {
  const host = await createTestHost({ plugins: [plugin, notes], environment })
  context.after(() => host.close())
  return host
}

/** Creates a plan as an instance admin. */
export async function addPlan(host: TestHost, name: string, contents: Partial<Plan> = {}): Promise<Plan> {
  const { tiers, limits, isDefault } = contents
  const title = { en: name, zh: `${name}版` }
  return await host.as('instanceAdmin').call(createPlan, {
    name,
    title,
    ...(tiers && { tiers }),
    ...(limits && { limits }),
    ...(isDefault && { isDefault }),
  })
}

/** Changes the contents of a plan as an instance admin, by a change that is applied at once. */
export async function changeContents(
  host: TestHost,
  planId: string,
  contents: Partial<Pick<Plan, 'tiers' | 'limits'>>,
): Promise<void> {
  const admin = host.as('instanceAdmin')
  const { id } = await admin.call(planChange, { planId, ...contents })
  await admin.call(applyPlanChange, { id })
}
