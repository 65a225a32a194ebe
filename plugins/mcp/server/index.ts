import * as z from 'zod/mini'
import { definePlugin, type Mux } from '@host/plugin'
import { searchHelp } from '../shared.ts'
import { approvalCategory } from './approvals/approval-notices.ts'
import { approvalSettings } from './approvals/approval-settings.ts'
import { withdrawOf } from './approvals/expire-approvals.ts'
import { menus } from './approvals/menus.ts'
import { approvalModels, type Tables } from './approvals/models.ts'
import { mountApprovalHalf } from './approvals/mount-approval-half.ts'
import { mountTokenTools } from './approvals/mount-token-tools.ts'
import { findPages } from './help/find-pages.ts'
import { helpUri } from './help/help-resources.ts'
import { i18n } from './i18n.ts'
import { openParts, type Parts } from './parts.ts'
import { serveMessages } from './serve/serve-messages.ts'
import { serveStream } from './serve/serve-stream.ts'

z.config(z.locales.en())

/** The longest request of an agent, in bytes. */
const longestRequest = 1024 * 1024

export const plugin = definePlugin({
  name: 'mcp',
  info: {
    title: 'Agents',
    description: 'Lets agents work here over MCP, with API tokens and under the rights of their holders',
    icon: 'bot',
    category: 'Workspace',
    api: '^1',
  },
  models: approvalModels,
  i18n,
  menus,
  notices: [approvalCategory],
  permissions: [{ name: 'mcp.use', title: 'Use tools as an agent', role: 'member' }],
  settings: { workspace: approvalSettings },
  topLevelApi: ['mcp'],
  memberRemoved: withdrawOf,
  mount(mux, ctx) {
    const parts = openParts(ctx, mountApprovalHalf(mux, ctx))
    mountAgents(mux, parts)
    mountTokenTools(mux, parts)
  },
})

function mountAgents(mux: Mux<'mcp', Tables, 'mcp'>, parts: Parts): void {
  const { ctx, help } = parts
  const options = { permission: 'mcp.use' }
  mux.handle(
    'POST /api/mcp',
    ctx.guard((scope) => serveMessages(parts, scope), options),
    {
      bodyLimit: longestRequest,
    },
  )
  mux.handle(
    'GET /api/mcp',
    ctx.guard((scope) => serveStream(parts, scope), options),
  )
  mux.endpoint(searchHelp, async ({ orgId, language, input }) => ({
    items: findPages(await help.list(orgId), input.query, language).map(({ page, excerpt }) => ({
      uri: helpUri(page.slug),
      title: (page.texts[language] ?? page.texts.en).title,
      excerpt,
    })),
  }))
}
