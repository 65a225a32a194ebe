import * as z from 'zod/mini'
import { definePlugin, requireService } from '@host/plugin'
import { Backups, JobQueue, RestoreHold } from '@host/plugin/platform'
import { i18n } from './i18n.ts'
import { instanceMenus } from './menus.ts'
import { mountBackups } from './mount-backups.ts'
import { notifyTroubles } from './notify-troubles.ts'
import { backupReadiness, holdReadiness } from './readiness.ts'

z.config(z.locales.en())

export const plugin = definePlugin({
  name: 'backups',
  info: {
    title: 'Backups',
    description: 'Make backups and try them',
    icon: 'database-backup',
    category: 'Workspace',
    core: true,
    api: '^1',
  },
  models: [],
  i18n,
  instanceMenus,
  notifications: [{ id: 'trouble', title: 'Problems with backups', byMail: true, isUrgent: true }],
  topLevelApi: ['instance/backup', 'instance/backups'],
  helpDocsFS: './docs',
  async readiness(ctx, language) {
    const held = await requireService(ctx, RestoreHold).state()
    const overview = await requireService(ctx, Backups).overview(1)
    return [...holdReadiness(held, language), ...backupReadiness(overview, language)]
  },
  mount(mux, ctx) {
    const backups = requireService(ctx, Backups)
    notifyTroubles(ctx, backups)
    mountBackups(mux, {
      backups,
      hold: requireService(ctx, RestoreHold),
      queue: requireService(ctx, JobQueue),
    })
  },
})
