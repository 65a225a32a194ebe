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

/**
 * Whether support access takes a route, as its guard decides it by the definition alone. Pages ask it to disable what would
 * be refused. Requirements that only the server knows, such as the role of a permission, count as met. Routes of the console
 * and public ones are outside of any workspace, so they count as met too.
 * @example isReachedBySupport(createToken, { isReadOnly: false }) // false
 * @since 1.2.0
 */
export function isReachedBySupport(endpoint: Endpoint, { isReadOnly }: { readonly isReadOnly: boolean }): boolean {
  const { audience, role, session, confined, revealsSecret, readsOnly } = endpoint
  if (audience === 'instance' || audience === 'public') return true
  const needsProof = role === 'owner' || session === 'recent' || revealsSecret === true
  if (needsProof || !takesSupport(endpoint)) return false
  if (audience === 'user') return confined === 'allowed'
  const { method } = parsePattern(endpoint.pattern)
  const isReading = method === 'GET' || method === 'HEAD' || readsOnly === true
  return session !== 'required' && (isReading || !isReadOnly)
}
