import type { Endpoint } from './endpoint.ts'
import { parsePattern } from './pattern.ts'

/**
 * Whether a definition leaves its route to support access: not one that says `support: false`, no export, and no route that
 * agents call only with an approval. The guard then asks for more: see `EndpointOptions`.
 * @example takesSupport({ pattern: 'GET /api/x/notes/export', audit: 'notes.exported' }) // false
 * @since 1.2.0
 */
export function takesSupport({
  pattern,
  support,
  audit = false,
  mcp = false,
}: Pick<Endpoint, 'pattern' | 'support' | 'audit' | 'mcp'>): boolean {
  const { method } = parsePattern(pattern)
  const isExport = (method === 'GET' || method === 'HEAD') && audit !== false
  const needsApproval = typeof mcp === 'object' && mcp.approval === true
  return support !== false && !isExport && !needsApproval
}
