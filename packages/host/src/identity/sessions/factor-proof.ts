/**
 * Whether a session has recently proved a second factor, as changes of second factors ask for. A password does not take
 * a second factor off, so that an attacker who has learned it gains nothing by an open session.
 */
import type { FactorProof } from '@host/plugin'
import type { SecondFactor } from '@host/plugin/platform'
import type { Caller } from '../../request/caller.ts'
import { provedUntil } from './session-life.ts'

/** Whether a caller has the factor proof that an action requires; always true for an account without factors. */
export function isFactorProved(caller: Caller, factor: FactorProof, now: number): boolean {
  const { secondFactors = [], factorProof } = caller
  if (secondFactors.length === 0) return true
  if (factorProof === undefined || provedUntil(factorProof.at, now) === undefined) return false
  return factorsFor(factor, secondFactors).includes(factorProof.by)
}

/** Factors accepted as proof: the factor itself where the account has it, or a recovery code. */
function factorsFor(factor: FactorProof, owned: readonly ('totp' | 'passkey')[]): readonly SecondFactor[] {
  const isOwned = factor !== 'any' && owned.includes(factor)
  return isOwned ? [factor, 'recovery'] : [...owned, 'recovery']
}
