/** Endpoints that a definition offers in the command palette, but that can't be used there. */
import type { Endpoint } from '@host/plugin'
import { parsePattern } from '@host/plugin/platform'
import type { PluginRoutes } from '../../pipeline/api-calls/tool-problems.ts'
import { inputSchema } from '../../request/input-schema.ts'

const changing: ReadonlySet<string | undefined> = new Set(['POST', 'PUT', 'PATCH'])

/** Problems of the palette actions of all plugins, each a sentence. */
export function actionProblems(plugins: readonly PluginRoutes[]): readonly string[] {
  return plugins.flatMap(({ plugin, routes }) =>
    routes.flatMap(({ endpoint, pattern }) => {
      const fault = endpoint === undefined ? undefined : actionFault(endpoint)
      return fault === undefined ? [] : [`Plugin "${plugin}" can't offer "${pattern.text}" in the palette: ${fault}.`]
    }),
  )
}

function actionFault(endpoint: Endpoint): string | undefined {
  const { action, audience, pattern } = endpoint
  if (action === undefined) return undefined
  const { method, segments } = parsePattern(pattern)
  if (typeof action.label !== 'string' || action.label.trim() === '') return 'its action has no label; add one'
  if (audience !== 'workspace') return 'the palette only runs workspace actions; remove its action'
  if (!changing.has(method)) return 'palette actions run immediately, so it must be a POST, PUT, or PATCH'
  const isAsking = segments.some(({ kind }) => kind === 'param' || kind === 'rest') || !takesNothing(endpoint)
  return isAsking ? 'the palette cannot ask for its input; use a page in the "actions" of the plugin' : undefined
}

function takesNothing(endpoint: Endpoint): boolean {
  const { type, required } = inputSchema(endpoint)
  return type === 'null' || (type === 'object' && (!Array.isArray(required) || required.length === 0))
}
