import * as z from 'zod/mini'
import {
  defineJob,
  Notifications,
  requireService,
  Jobs,
  type Language,
  type PluginContext,
  type Wording,
} from '@host/plugin'
import { wordingIn, type BackupKind, type BackupsService, type BackupTrouble } from '@host/plugin/platform'
import { troubleTexts } from './trouble-texts.ts'

/** Looks once a day for what is late: nothing happens at the moment it becomes so. */
const watchBackups = defineJob({ name: 'watch', input: z.strictObject({}), place: 'instance', attempts: 3 })
const daily = '0 9 * * *'

const failures: Readonly<Record<BackupKind, BackupTrouble>> = { backup: 'backup_failed', drill: 'drill_failed' }

type Context = Pick<PluginContext, 'lookup' | 'notify'>

/** Notifies instance admins of backups that fail or are late, if the build has notifications. */
export function notifyTroubles(ctx: Context, backups: BackupsService): void {
  const jobs = requireService(ctx, Jobs)
  backups.onFailure(async ({ kind, note, reason }) => await notify(ctx, failures[kind], reason ?? note))
  jobs.handle(watchBackups, async () => {
    const { troubles } = await backups.overview(1)
    for (const trouble of troubles) if (trouble.endsWith('_overdue')) await notify(ctx, trouble, null)
  })
  jobs.schedule(watchBackups, daily, { input: {} })
}

async function notify(ctx: Context, trouble: BackupTrouble, reason: Wording | null): Promise<void> {
  if (ctx.lookup(Notifications) === undefined) return
  const { title, fix } = troubleTexts[trouble]
  const bodyIn = (language: Language): string =>
    reason === null ? fix[language] : `${wordingIn(reason, language).slice(0, 1_000)}\n\n${fix[language]}`
  await ctx.notify({
    to: { instanceAdmins: true },
    category: 'trouble',
    key: trouble,
    path: '/backups',
    title,
    body: { en: bodyIn('en'), zh: bodyIn('zh') },
  })
}
