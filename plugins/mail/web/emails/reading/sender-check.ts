import type { Email, Folder, SenderVerdicts } from '../../../shared.ts'

/** What the checks of a sender say together. */
export type SenderVerdict = 'verified' | 'unverified' | 'unknown'

/** Why an email is in the spam folder, or would be: what the domain of its sender asks for. */
export interface FailedCheck {
  readonly domain: string
  readonly policy: 'reject' | 'quarantine' | 'none'
  readonly isSpam: boolean
}

/** Undefined where nothing was checked, as for an email that a service delivered by HTTP. */
export function senderVerdict({ checks, from }: Pick<Email, 'checks' | 'from'>): SenderVerdict | undefined {
  if (checks === null) return undefined
  const { dmarc } = checks
  if (dmarc.result === 'pass') return 'verified'
  if (dmarc.result === 'fail') return 'unverified'
  return hasOwnProof(checks, domainOf(from?.address ?? '')) ? 'verified' : 'unknown'
}

/** The facts of a failed check; undefined where none failed. */
export function failedCheck(checks: SenderVerdicts | null, folder: Folder): FailedCheck | undefined {
  if (checks?.dmarc.result !== 'fail') return undefined
  const { domain, policy } = checks.dmarc
  const asked = policy === 'reject' || policy === 'quarantine' ? policy : 'none'
  return { domain, policy: asked, isSpam: folder === 'spam' }
}

/** Whether SPF or a signature proves the very domain of the sender where that domain has no policy. */
function hasOwnProof({ spf, dkim }: SenderVerdicts, domain: string): boolean {
  return [spf, ...dkim].some((check) => check.result === 'pass' && check.domain.toLowerCase() === domain)
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}
