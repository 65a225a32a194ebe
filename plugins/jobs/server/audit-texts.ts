import type { PluginI18n } from '@host/plugin'

/** Sentences of the plugin's audit entries, without their actor. */
export const auditTexts = {
  en: {
    'audit.background_work.resumed': 'resumed the background work of {{target}}',
    'audit.job.all_retried': 'retried all failed jobs[ of {{plugin}}]',
    'audit.job.removed': 'removed the job {{target}}',
    'audit.job.retried': 'retried the job {{target}}',
  },
  zh: {
    'audit.background_work.resumed': '恢复了 {{target}} 的后台任务',
    'audit.job.all_retried': '重试了[ {{plugin}} 的]所有失败任务',
    'audit.job.removed': '移除了任务 {{target}}',
    'audit.job.retried': '重试了任务 {{target}}',
  },
} satisfies PluginI18n
