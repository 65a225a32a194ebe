import type { Parts } from '../parts.ts'

/**
 * The domains that a workspace may have mailboxes on: those that it has verified itself. Names below them may belong to
 * another workspace, so they don't count.
 */
export async function provedDomains(edge: Parts['edge'], orgId: string): Promise<ReadonlySet<string>> {
  const proofs = await edge.proofs(orgId)
  return new Set(proofs.map(({ name }) => name))
}
