import { parsePattern, type ApiService } from '@host/plugin'

/** What an approval says of the tool behind it. */
export interface ToolFacts {
  readonly title: string
  readonly isDestructive: boolean
}

/** What a route of this build says of itself; a route that this build no longer has is told by its pattern. */
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
 * Whether a call that may have run can be called again: one that only reads, or whose effects and answer are one
 * transaction, so that a key that was used finds the answer, or nothing of it.
 */
export function isRepeatable(api: Pick<ApiService, 'routes'>, pattern: string): boolean {
  if (parsePattern(pattern).method === 'GET') return true
  return api.routes().some((each) => each.pattern === pattern && each.endpoint?.atomic === true)
}
