import type { AuditFinding } from './audit-finding.ts'
import { instanceOrgId } from '../request/instance-org-id.ts'
import { verifyChain, type VerifyParts } from './verify-chain.ts'

/** The result of a check of the whole audit log. */
export interface AuditReport {
  readonly chains: number
  /** Sealed entries that were checked. */
  readonly sealed: number
  /** Entries that wait for their seal, of which nothing can be said yet. */
  readonly unsealed: number
  readonly findings: readonly AuditFinding[]
}

const chainsPerPage = 200

/** Checks every chain, and that none is missing. Changes nothing. */
export async function verifyAudit(parts: VerifyParts): Promise<AuditReport> {
  const { store } = parts
  const findings: AuditFinding[] = []
  // Read first: chains that begin meanwhile are seen and not counted, which is not a fault.
  const register = await store.read(instanceOrgId)
  let [chains, sealed, last] = [0, 0, '']
  for (
    let page = await store.page(last, chainsPerPage);
    page.length > 0;
    page = await store.page(last, chainsPerPage)
  ) {
    for (const { org_id: orgId } of page) {
      const verified = await verifyChain(parts, orgId)
      findings.push(...verified.findings)
      sealed += verified.sealed
      chains += 1
    }
    last = page.at(-1)?.org_id ?? last
  }
  // Read once more: chains that are erased meanwhile, with their workspaces, are neither seen nor missing.
  const counted = leastOf(register?.chains, (await store.read(instanceOrgId))?.chains)
  findings.push(...(await missingChains(parts, { seen: chains, counted })))
  return { chains, sealed, unsealed: await store.countWaiting(), findings }
}

/** Undefined when the chain of the instance was there at neither moment. */
function leastOf(...counts: readonly (number | null | undefined)[]): number | undefined {
  const known = counts.filter((count) => typeof count === 'number')
  return known.length === 0 ? undefined : Math.min(...known)
}

interface ChainCount {
  readonly seen: number
  /** The count of the instance's chain; undefined without one. */
  readonly counted: number | undefined
}

/** Chains that are gone: with their entries left behind, or as a whole. */
async function missingChains({ store }: VerifyParts, { seen, counted }: ChainCount): Promise<readonly AuditFinding[]> {
  const orphans = await store.orphans()
  const findings = orphans.map((orgId): AuditFinding => ({
    kind: 'chain removed',
    orgId: orgId === instanceOrgId ? undefined : orgId,
    detail: "the chain's head row is missing, but its entries exist",
  }))
  if (counted === undefined) {
    const isKnown = seen === 0 || orphans.includes(instanceOrgId)
    return isKnown ? findings : [...findings, wholeChain('it is missing, and with it the count of all chains')]
  }
  const missing = counted - seen - orphans.length
  return missing <= 0 ? findings : [...findings, wholeChain(`it counts ${counted} chains, but ${seen} exist`)]
}

function wholeChain(detail: string): AuditFinding {
  return { kind: 'chain removed', orgId: undefined, detail }
}
