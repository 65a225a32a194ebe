import type { PluginI18n } from '@host/plugin'
import { approvalTexts } from './approvals/approval-texts.ts'
import { auditTexts } from './audit-texts.ts'

export const i18n: PluginI18n = {
  en: {
    ...auditTexts.en,
    ...approvalTexts.en,
    'info.title': 'Agents',
    'info.description': 'Connect agents over MCP with API tokens',
    'info.category': 'Workspace',
    'permission.mcp.use': 'Use tools as an agent',
  },
  zh: {
    ...auditTexts.zh,
    ...approvalTexts.zh,
    'info.title': '智能体',
    'info.description': '让智能体通过模型上下文协议在此工作，使用 API 令牌并受其持有者权限的约束',
    'info.category': '工作区',
    'permission.mcp.use': '作为智能体使用工具',
  },
}
