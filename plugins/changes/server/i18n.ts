import type { PluginI18n } from '@host/plugin'
import { auditTexts } from './audit-texts.ts'

/** Those of `change.` are the warnings of the service, which plans for every plugin. */
export const i18n: PluginI18n = {
  en: {
    ...auditTexts.en,
    'info.title': 'Changes',
    'info.description': 'Review, apply, and revert planned changes',
    'info.category': 'Workspace',
    'menu.changes': 'Changes',
    'notification.plan-waiting': 'Changes waiting for approval',
    'change.owned_one': '{{owner}} manages {{count}} of these values and may change it back. {{note}}',
    'change.owned_other': '{{owner}} manages {{count}} of these values and may change them back. {{note}}',
    'change.unknown_dependents': "{{plugin}} couldn't report what depends on these values.",
    'change.changed_since_one': '{{count}} value changed since and is left out.',
    'change.changed_since_other': '{{count}} values changed since and are left out.',
    'error.interrupted': 'The process stopped before the last value was written.',
    'error.not_verified': 'A value was not as planned when it was read back.',
    'error.conflict': 'A value changed outside of this plan.',
  },
  zh: {
    ...auditTexts.zh,
    'info.title': '变更',
    'info.description': '查看、应用与撤销计划中的变更',
    'info.category': '工作区',
    'menu.changes': '变更',
    'notification.plan-waiting': '等待批准的变更',
    'change.owned_one': '其中 {{count}} 个值由{{owner}}管理，可能会被改回。{{note}}',
    'change.owned_other': '其中 {{count}} 个值由{{owner}}管理，可能会被改回。{{note}}',
    'change.unknown_dependents': '{{plugin}}未能报告依赖于这些值的项目。',
    'change.changed_since_one': '{{count}} 个值之后又有更改，已排除在外。',
    'change.changed_since_other': '{{count}} 个值之后又有更改，已排除在外。',
    'error.interrupted': '进程在写入最后一个值之前停止。',
    'error.not_verified': '读回核对时，有值与计划不一致。',
    'error.conflict': '有值在此计划之外发生了更改。',
  },
}
