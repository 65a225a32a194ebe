import * as z from 'zod/mini'
import { definePlugin } from '@host/plugin'
import { approvalCategory } from './approvals/approval-notifications.ts'
import { approvalSettings } from './approvals/approval-settings.ts'
import { badges } from './approvals/badges.ts'
import { menus } from './approvals/menus.ts'
import { approvalModels } from './approvals/models.ts'
import { mountApprovalHalf } from './approvals/mount-approval-half.ts'
import { openApprovalParts } from './approvals/open-approval-parts.ts'
import { withdrawOfAccount } from './approvals/withdraw-approvals.ts'
import { mountTokenTools } from './approvals/mount-token-tools.ts'
import { checklist } from './connect/checklist.ts'
import { mountAgentTokens } from './connect/mount-agent-tokens.ts'
import { i18n } from './i18n.ts'
import { openParts } from './parts.ts'
import { mountAgents } from './serve/mount-agents.ts'

z.config(z.locales.en())

export const plugin = definePlugin({
  name: 'mcp',
  info: {
    title: 'Agents',
    description: 'Connect agents over MCP with API tokens',
    icon: 'bot',
    category: 'Workspace',
    api: '^1',
  },
  models: approvalModels,
  i18n,
  menus,
  notifications: [approvalCategory],
  permissions: [{ name: 'mcp.use', title: 'Use tools as an agent', role: 'member', isForAgents: true }],
  settings: { workspace: approvalSettings },
  topLevelApi: ['mcp'],
  helpDocsFS: './docs',
  badges,
  accountDeleted: (ctx, userId) => withdrawOfAccount(openApprovalParts(ctx), userId),
  mount(mux, ctx) {
    const parts = openParts(ctx, mountApprovalHalf(mux, ctx))
    mountAgents(mux, parts)
    mountTokenTools(mux, parts)
    mountAgentTokens(mux, ctx)
  },
  checklist,
})
