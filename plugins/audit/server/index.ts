import * as z from 'zod/mini'
import { definePlugin, Exports, noContent, requireService } from '@host/plugin'
import { AuditLog, type AuditLogService } from '@host/plugin/platform'
import {
  changeInstanceRetention,
  changeRetention,
  checkExport,
  checkInstanceExport,
  exportEntries,
  exportInstanceEntries,
  listEntries,
  listInstanceEntries,
  mostReported,
  readActivity,
  readEntry,
  readInstanceActivity,
  readInstanceEntry,
  readInstanceRetention,
  readRetention,
  type AuditActivity,
} from '../shared.ts'
import { checkExportFile, exportFile } from './export-entries.ts'
import { filterOf } from './filter-of.ts'
import { dayBounds } from './day-bounds.ts'
import { i18n } from './i18n.ts'
import { instanceMenus, menus } from './menus.ts'
import { models } from './models.ts'
import { ShownEntries } from './shown-entries.ts'

z.config(z.locales.en())

export const plugin = definePlugin({
  name: 'audit',
  info: {
    title: 'Audit log',
    description: 'Everything that changed, and who changed it',
    icon: 'scroll-text',
    category: 'Workspace',
    core: true,
    api: '^1',
  },
  models,
  i18n,
  menus,
  instanceMenus,
  topLevelApi: ['audit', 'instance/audit'],
  helpDocsFS: './docs',
  mount(mux, ctx) {
    const log = requireService(ctx, AuditLog)
    const exports = requireService(ctx, Exports)

    const entries = new ShownEntries(ctx, log)

    mux.endpoint(listEntries, ({ orgId, input, language }) => entries.list(orgId, input, language))
    mux.endpoint(readActivity, ({ orgId, input, now }) => activity(log, orgId, { ...input, now: now() }))
    mux.endpoint(readEntry, ({ orgId, params, language }) => entries.read(orgId, params.id, language))
    mux.endpoint(exportEntries, ({ orgId, audit, now, input: { format, ...filter } }) => {
      audit.describe({ after: { format, ...filter } })
      return exportFile({ log, exports }, { orgId, filter: filterOf(filter), format, now: now() })
    })
    mux.endpoint(checkExport, async ({ orgId, input }) => {
      await checkExportFile({ log, exports }, { orgId, filter: filterOf(input) })
      return noContent()
    })
    mux.endpoint(readRetention, async ({ orgId }) => ({ days: await log.retention(orgId) }))
    mux.endpoint(changeRetention, async ({ orgId, audit, input }) => {
      audit.describe({ before: { days: await log.retention(orgId) } })
      await log.setRetention(orgId, input.days)
      return input
    })

    mux.endpoint(listInstanceEntries, ({ input, language }) => entries.list(undefined, input, language))
    mux.endpoint(readInstanceActivity, ({ input, now }) => activity(log, undefined, { ...input, now: now() }))
    mux.endpoint(readInstanceEntry, ({ params, language }) => entries.read(undefined, params.id, language))
    mux.endpoint(exportInstanceEntries, ({ request, now, input: { format, ...filter } }) => {
      ctx.audit.describe(request, { after: { format, ...filter } })
      return exportFile({ log, exports }, { orgId: undefined, filter: filterOf(filter), format, now: now() })
    })
    mux.endpoint(checkInstanceExport, async ({ input }) => {
      await checkExportFile({ log, exports }, { orgId: undefined, filter: filterOf(input) })
      return noContent()
    })
    mux.endpoint(readInstanceRetention, async () => ({ days: await log.retention(undefined) }))
    mux.endpoint(changeInstanceRetention, async ({ request, input }) => {
      ctx.audit.describe(request, { before: { days: await log.retention(undefined) } })
      await log.setRetention(undefined, input.days)
      return input
    })
  },
})

async function activity(
  log: AuditLogService,
  orgId: string | undefined,
  span: { readonly days: number; readonly timeZone: string; readonly now: Date },
): Promise<AuditActivity> {
  const { days, moments, before } = dayBounds({ ...span, now: span.now.getTime() })
  const [earlier = 0, ...counts] = await log.countBetween(orgId, [before, ...moments], mostReported)
  return {
    items: days.map((day, index) => ({ day, count: counts[index] ?? 0 })),
    before: earlier,
    isCut: counts.reduce((sum, count) => sum + count, earlier) >= mostReported,
  }
}
