import { parsePattern, type ApiService } from '@host/plugin/platform'

/** Facts about the tool of an approval. */
export interface ToolFacts {
  readonly title: string
  readonly isDestructive: boolean
}

/** Facts from the route's declaration; a route that this build no longer has is named by its pattern. */
export function toolFacts(api: Pick<ApiService, 'routes'>, pattern: string): ToolFacts {
  const route = api.routes().find((each) => each.pattern === pattern)
  const mcp = route?.endpoint?.mcp
  const chosen = typeof mcp === 'object' ? mcp.destructive : undefined
  return {
    title: route?.endpoint?.summary ?? route?.operation?.summary ?? pattern,
    isDestructive: chosen ?? parsePattern(pattern).method === 'DELETE',
  }
}

/**
 * Whether a call that may have run can be repeated: a read-only one, or one whose effects and answer are one
 * transaction, so that a used key finds either the answer or no trace.
 */
export function isRepeatable(api: Pick<ApiService, 'routes'>, pattern: string): boolean {
  if (parsePattern(pattern).method === 'GET') return true
  return api.routes().some((each) => each.pattern === pattern && each.endpoint?.atomic === true)
}
