import type { Me } from '@host/plugin-sdk'
import { useReauthRequirement } from '@host/plugin-sdk/shell'
import { ProveDialog } from './prove/ProveDialog.tsx'

/** Puts the question for a fresh proof, once for all calls that wait for it. */
export function ProofQuestion({ me }: { readonly me: Me }) {
  const { isAsked, factor, settle } = useReauthRequirement()
  return isAsked ? <ProveDialog me={me} factor={factor} onSettled={settle} /> : null
}
