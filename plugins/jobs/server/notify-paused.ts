import { Notifications, type PluginCatalogService, type PluginContext } from '@host/plugin'
import type { BackgroundWorkService } from '@host/plugin/platform'
import { pluginName } from './plugin-name.ts'

/** Notifies instance admins of each plugin with paused background work, if the build has notifications. */
export function notifyPaused(
  ctx: Pick<PluginContext, 'notify' | 'lookup'>,
  work: BackgroundWorkService,
  catalog: PluginCatalogService,
): void {
  work.onPause(async ({ plugin, failures }) => {
    if (ctx.lookup(Notifications) === undefined) return
    const [en, zh] = (['en', 'zh'] as const).map((language) => pluginName(catalog, plugin, language).title)
    await ctx.notify({
      to: { instanceAdmins: true },
      category: 'paused',
      key: `paused:${plugin}`,
      path: '/jobs',
      title: { en: `Background work of ${en} is paused`, zh: `${zh} 的后台任务已暂停` },
      body: {
        en: `${failures} attempts in a row failed. One job is retried automatically from time to time. See Jobs for the cause.`,
        zh: `已连续失败 ${failures} 次。系统会不时自动重试一次。请在 “任务” 页面查看原因。`,
      },
    })
  })
}
