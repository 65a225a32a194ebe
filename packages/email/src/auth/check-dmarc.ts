import type { DkimCheck, SignatureChecks } from './check-dkim.ts'
import type { SpfCheck } from './check-spf.ts'
import type { GuardedLookup } from './guarded-lookup.ts'
import { loadDmarc } from './mailauth.ts'
import { oneOf, plain } from './plain.ts'

export type DmarcPolicy = 'none' | 'quarantine' | 'reject'

/** Reasons for a missing verdict: From names no domain, several of them, an invalid one, or occurs more than once. */
export type DmarcReason =
  | 'no-author-domain'
  | 'multiple-author-domains'
  | 'invalid-author-domain'
  | 'multiple-from-fields'
  | 'headers-too-large'
  | 'dns-failure'

/** Whether the domain in From stands behind the message (RFC 9989), and the treatment its owner asks for. */
export interface DmarcCheck {
  readonly result: 'pass' | 'fail' | 'none' | 'permerror' | 'temperror'
  readonly reason: DmarcReason | undefined
  /** Domain of From; empty where there is not exactly one. */
  readonly domain: string
  /** The domain above it that alignment is compared by. */
  readonly organization: string | undefined
  /** Policy for a message that fails; one level lower than published where `testing`. */
  readonly policy: DmarcPolicy | undefined
  readonly policyDomain: string | undefined
  readonly testing: boolean
  readonly spfAligned: boolean
  /** Signing domains that passed and are aligned. */
  readonly alignedDomains: readonly string[]
}

const policies: readonly DmarcPolicy[] = ['none', 'quarantine', 'reject']
const resultNames = ['pass', 'fail', 'none', 'temperror'] as const

/** A check without a verdict. */
export const undecided = (result: DmarcCheck['result'], reason: DmarcReason): DmarcCheck => ({
  result,
  reason,
  domain: '',
  organization: undefined,
  policy: undefined,
  policyDomain: undefined,
  testing: false,
  spfAligned: false,
  alignedDomains: [],
})

const impossible: readonly DmarcReason[] = [
  'no-author-domain',
  'multiple-author-domains',
  'invalid-author-domain',
  'multiple-from-fields',
]

/** It rejects only where `mailauth` fails. */
export async function checkDmarc(
  { spf, signatures }: { readonly spf: SpfCheck; readonly signatures: SignatureChecks },
  lookup: GuardedLookup,
): Promise<DmarcCheck> {
  const evaluate = await loadDmarc()
  const { response, reason, dkimAligned } = await evaluate({
    headerFrom: [...signatures.authors],
    fromFields: signatures.fromFields,
    spfDomains: spf.result === 'pass' ? [spf.domain] : [],
    dkimDomains: signatures.dkim.filter(passes).map(({ domain }) => ({ domain })),
    resolver: lookup.resolve as never,
    strict: true,
  })
  if (response === false) return undecided('permerror', oneOf(impossible, reason) ?? 'no-author-domain')
  const { status, policy, policyDomain, testMode, domain, alignment } = response
  const result = oneOf(resultNames, status.result) ?? 'temperror'
  return {
    result,
    reason: result === 'temperror' ? 'dns-failure' : undefined,
    domain: plain(status.header?.from ?? ''),
    organization: plain(domain),
    policy: oneOf(policies, policy),
    policyDomain: policyDomain === undefined ? undefined : plain(policyDomain),
    testing: testMode ?? false,
    spfAligned: typeof alignment?.spf.result === 'string',
    alignedDomains: [...(dkimAligned ?? [])].map((name) => plain(name)),
  }
}

const passes = ({ result }: DkimCheck): boolean => result === 'pass'
