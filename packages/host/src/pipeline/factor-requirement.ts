import type { FactorProof, SessionRequirement } from '@host/plugin'

const factors: ReadonlySet<FactorProof> = new Set(['totp', 'passkey', 'any'])

/** Which second factor a user route asks for. @throws TypeError for one that does not exist, or without a recent proof */
export function factorRequirement(
  { factor }: { readonly factor?: FactorProof },
  session: SessionRequirement,
): FactorProof | undefined {
  if (factor === undefined) return undefined
  if (!factors.has(factor)) {
    throw new TypeError(`"factor" is ${JSON.stringify(factor)}; use "totp", "passkey", or "any"`)
  }
  if (session !== 'recent') throw new TypeError(`"factor" needs session "recent"`)
  return factor
}
