import * as z from 'zod/mini'
import { defineEndpoint } from '@host/plugin/zod'
import {
  column,
  definePlugin,
  model,
  noContent,
  nothing,
  Problem,
  type ScopedDatabase,
  type TablesOf,
} from '@host/plugin'
import { approvalCategory } from '../approvals/approval-notifications.ts'
import { badges } from '../approvals/badges.ts'
import type { ApprovalParts } from '../approvals/approval-parts.ts'
import { approvalSettings } from '../approvals/approval-settings.ts'
import { approvalTexts } from '../approvals/approval-texts.ts'
import { approvalModels } from '../approvals/models.ts'
import { openApprovalParts } from '../approvals/open-approval-parts.ts'
import { withdrawOfAccount } from '../approvals/withdraw-approvals.ts'
import { mountApprovalHalf } from '../approvals/mount-approval-half.ts'

const Note = model(
  'notes_notes',
  { id: column.id('nte'), org_id: column.org(), title: column.text() },
  { label: 'title', index: [['org_id', 'id']] },
)
const models = [Note] as const

/** Control over a held call; a test releases it, or kills its process meanwhile. */
export interface Holding {
  begun(): void
  readonly released: Promise<void>
}

const out = z.object({ id: z.string(), title: z.string() })

/** Its effects and its answer are one transaction. */
export const addNote = defineEndpoint({
  pattern: 'POST /api/x/notes/notes',
  input: z.strictObject({ title: z.string() }),
  output: out,
  atomic: true,
  errors: ['gone'],
  mcp: { approval: true },
  summary: 'Add a note',
})

/** Its effects stay even if its process dies. */
export const addLoose = defineEndpoint({
  pattern: 'POST /api/x/notes/loose',
  input: z.strictObject({ title: z.string() }),
  output: out,
  mcp: { approval: true },
  summary: 'Add a note, loosely',
})

/** Requires a tier, which another service is asked for before the handler begins. */
export const addPaid = defineEndpoint({
  pattern: 'POST /api/x/notes/paid',
  input: z.strictObject({ title: z.string() }),
  output: out,
  tier: 'pro',
  mcp: { approval: true },
  summary: 'Add a note of the tier',
})

/** Answers with more than is stored. */
export const readBook = defineEndpoint({
  pattern: 'GET /api/x/notes/book',
  input: nothing,
  output: z.object({ text: z.string() }),
  mcp: { approval: true },
  summary: 'Read the book',
})

export const addAsAdmin = defineEndpoint({
  pattern: 'POST /api/x/notes/by-admins',
  input: z.strictObject({ title: z.string() }),
  output: out,
  role: 'admin',
  mcp: { approval: true },
  summary: 'Add a note as an admin',
})

/** Destroys, in a folder that its input names, and takes a secret. */
export const deleteNote = defineEndpoint({
  pattern: 'DELETE /api/x/notes/notes/{id}',
  input: z.strictObject({ folder: z.optional(z.string()), apiToken: z.optional(z.string()) }),
  output: nothing,
  mcp: { approval: true },
  summary: 'Delete a note',
})

/** Destroys the record named in its body. */
export const clearNotes = defineEndpoint({
  pattern: 'POST /api/x/notes/clear',
  input: z.strictObject({ by: z.object({ ids: z.array(z.string()) }) }),
  output: nothing,
  mcp: { approval: true, destructive: true },
  summary: 'Delete notes',
})

export const listNotes = defineEndpoint({
  pattern: 'GET /api/x/notes/notes',
  input: nothing,
  output: z.object({ items: z.array(out) }),
  summary: 'List notes',
})

/** A plugin with tools that need an approval. */
export function notesPlugin(holding?: Holding) {
  const hold = async (): Promise<void> => {
    holding?.begun()
    await holding?.released
  }
  return definePlugin({
    name: 'notes',
    info: { title: 'Notes', description: 'Notes', icon: 'box', category: 'Work', api: '^1' },
    models,
    mount(mux) {
      let tries = 0
      const add = async (db: { insertInto: Insert }, title: string) => {
        if (title === 'gone') throw new Problem('gone')
        const row = await db.insertInto('notes_notes').values({ title }).returning(['id', 'title']).executeTakeFirst()
        await hold()
        if (title.startsWith('busy') && (tries += 1) % 2 === 1) throw new Problem('service_unavailable')
        return row as z.infer<typeof out>
      }
      mux.endpoint(addNote, ({ db, input }) => add(db, input.title))
      mux.endpoint(addLoose, ({ db, input }) => add(db, input.title))
      mux.endpoint(addPaid, ({ db, input }) => add(db, input.title))
      mux.endpoint(readBook, () => ({ text: 'z'.repeat(10 * 1024 * 1024) }))
      mux.endpoint(addAsAdmin, ({ db, input }) => add(db, input.title))
      mux.endpoint(deleteNote, async ({ db, params }) => {
        await db.deleteFrom('notes_notes').where('id', '=', params.id).execute()
        return noContent()
      })
      mux.endpoint(clearNotes, () => noContent())
      mux.endpoint(listNotes, async ({ db }) => ({
        items: await db.selectFrom('notes_notes').select(['id', 'title']).orderBy('id').execute(),
      }))
    },
  })
}

type Insert = ScopedDatabase<TablesOf<typeof models>>['insertInto']

const Ask = z.strictObject({
  pattern: z.string(),
  tool: z._default(z.string(), 'notes_add'),
  input: z.unknown(),
  key: z.optional(z.string()),
})

/**
 * The approvals of the plugin `mcp`, with a route that requests an approval instead of its tools.
 * @param onMount receives the dependencies of the approvals
 */
export const askingPlugin = (onMount: (parts: ApprovalParts) => void) =>
  definePlugin({
    name: 'mcp',
    info: { title: 'Agents', description: 'Agents', icon: 'bot', category: 'Work', api: '^1' },
    models: approvalModels,
    i18n: approvalTexts,
    permissions: [{ name: 'mcp.use', title: 'Use tools', role: 'member', isForAgents: true }],
    notifications: [approvalCategory],
    settings: { workspace: approvalSettings },
    topLevelApi: ['mcp'],
    accountDeleted: (ctx, userId) => withdrawOfAccount(openApprovalParts(ctx), userId),
    mount(mux, ctx) {
      const approvals = mountApprovalHalf(mux, ctx)
      onMount(openApprovalParts(ctx))
      const ask = ctx.guard(
        async (scope) => {
          const { pattern, key, ...rest } = Ask.parse(await scope.request.json())
          return Response.json(await approvals.request(scope, { ...rest, route: { pattern }, idempotencyKey: key }), {
            status: 202,
          })
        },
        { permission: 'mcp.use', agents: true },
      )
      mux.handle('POST /api/mcp/ask', ask, { bodyLimit: 4 * 1024 * 1024 })
      const counted = ctx.guard(async (scope) => Response.json(await badges(scope, ctx)), {
        permission: 'mcp.use',
        agents: true,
      })
      mux.handle('GET /api/mcp/badges', counted)
    },
  })
