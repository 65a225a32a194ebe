import type { Endpoint } from './endpoint.ts'
import { parsePattern } from './pattern.ts'

/**
 * Whether a definition leaves its route to support access: not one that says `support: false`, and no export. The guard
 * then asks for more: see `EndpointOptions`.
 * @example takesSupport({ pattern: 'GET /api/x/notes/export', audit: 'notes.exported' }) // false
 * @since 1.2.0
 */
export function takesSupport({
  pattern,
  support,
  audit = false,
}: Pick<Endpoint, 'pattern' | 'support' | 'audit'>): boolean {
  const { method } = parsePattern(pattern)
  const isExport = (method === 'GET' || method === 'HEAD') && audit !== false
  return support !== false && !isExport
}
