import { ApiTokens, Problem, type ChecklistItem, type PluginContext, type WorkspaceScope } from '@host/plugin'
import { agentScope } from './agent-scope.ts'

/** The first step of agents, done once the user has a token for one. */
export async function checklist(
  { request, language }: Pick<WorkspaceScope, 'request' | 'language'>,
  ctx: Pick<PluginContext, 'lookup'>,
): Promise<readonly ChecklistItem[]> {
  const tokens = await tokensOf(request, ctx)
  if (tokens === undefined) return []
  return [
    {
      id: 'connect-agent',
      title: { en: 'Connect an AI agent', zh: '连接智能体' }[language],
      path: '/mcp',
      done: tokens.some(({ scopes }) => scopes.includes(agentScope)),
    },
  ]
}

/** Undefined for an API token, which sees no tokens. */
async function tokensOf(request: Request, ctx: Pick<PluginContext, 'lookup'>) {
  try {
    return await ctx.lookup(ApiTokens)?.list(request, 'workspace')
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}
