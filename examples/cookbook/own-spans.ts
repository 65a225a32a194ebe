import { column, definePlugin, model, requireService, Tracing } from '@host/plugin'
import { defineEndpoint } from '@host/plugin/zod'
import * as z from 'zod/mini'

const Entry = model(
  'timesheets_entries',
  { id: column.id('entry'), org_id: column.org(), task: column.text({ max: 80 }), minutes: column.integer() },
  { index: [['org_id', 'id']] },
)

export const addEntry = defineEndpoint({
  pattern: 'POST /api/x/timesheets/entries',
  input: z.strictObject({ task: z.string().check(z.minLength(1), z.maxLength(80)), minutes: z.int().check(z.gt(0)) }),
  output: z.object({ id: z.string() }),
  summary: 'Add an entry',
})

export const report = defineEndpoint({
  pattern: 'GET /api/x/timesheets/report',
  input: z.strictObject({ format: z.enum(['lines', 'total']) }),
  output: z.object({ text: z.string() }),
  errors: ['bad_request'],
  summary: 'Sum up the entries',
})

export const plugin = definePlugin({
  name: 'timesheets',
  info: { title: 'Timesheets', description: 'Hours by task', icon: 'clock', category: 'Work', api: '^1' },
  models: [Entry],
  mount(mux, ctx) {
    const tracing = requireService(ctx, Tracing)
    mux.endpoint(addEntry, async ({ db, input }) =>
      db.insertInto('timesheets_entries').values(input).returning('id').executeTakeFirstOrThrow(),
    )
    mux.endpoint(report, async ({ db, input: { format } }) => {
      // Statements of the work are below its span.
      const entries = await tracing.span('read entries', {}, async (span) => {
        const rows = await db.selectFrom('timesheets_entries').select(['task', 'minutes']).limit(1_000).execute()
        span.set({ rows: rows.length })
        return rows
      })
      return tracing.span('render report', { format, rows: entries.length }, () => ({ text: render(entries, format) }))
    })
  },
})

function render(entries: readonly { readonly task: string; readonly minutes: number }[], format: string): string {
  if (format === 'total') return String(entries.reduce((sum, { minutes }) => sum + minutes, 0))
  return entries.map(({ task, minutes }) => `${task}: ${minutes}`).join('\n')
}
