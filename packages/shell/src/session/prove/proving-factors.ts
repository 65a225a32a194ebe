import type { ProofWay } from '@host/platform-api/reauthentication'
import type { FactorProof } from '@host/plugin-sdk/shell'

/** The ways that prove a second factor, as the server takes them; empty where any proof counts. */
export function provingFactors(factor: FactorProof | undefined, methods: readonly ProofWay[]): readonly ProofWay[] {
  const owned = methods.filter((way) => way === 'totp' || way === 'passkey')
  if (factor === undefined || owned.length === 0) return []
  const asked = owned.filter((way) => way === factor)
  const ways = asked.length === 0 ? owned : asked
  return methods.includes('recovery') ? [...ways, 'recovery'] : ways
}
