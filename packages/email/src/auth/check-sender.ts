import { checkSignatures, type ArcCheck, type DkimCheck, type SignatureChecks } from './check-dkim.ts'
import { checkDmarc, undecided, type DmarcCheck } from './check-dmarc.ts'
import { checkSpf, type SpfCheck } from './check-spf.ts'
import { GuardedLookup, lookupLimits, type LookupLimits } from './guarded-lookup.ts'
import type { Lookup } from './lookup.ts'
import { resultsHeader } from './results-header.ts'
import { readSignedMessage, type SignedMessage } from './signed-message.ts'

/** A message as it came in. */
export interface SenderQuestion {
  readonly bytes: Uint8Array
  /** Address of the SMTP client. */
  readonly peer: string
  readonly helo: string
  /** Sender of the envelope, empty for the null sender. */
  readonly mailFrom: string
  readonly lookup: Lookup
  readonly now: Date
  /** Our name, which signs the header of results. */
  readonly hostname: string
  readonly limits?: LookupLimits
}

/** Everything that is known about where a message came from. */
export interface SenderCheck {
  readonly spf: SpfCheck & { readonly aligned: boolean }
  readonly dkim: readonly (DkimCheck & { readonly aligned: boolean })[]
  /** Signatures beyond those that are checked. */
  readonly skippedSignatures: number
  readonly dmarc: DmarcCheck
  readonly arc: ArcCheck
  /** `Authentication-Results: …` (RFC 8601), folded, without the line break at its end. */
  readonly header: string
}

/**
 * Checks SPF, DKIM, DMARC and ARC of a message. It never throws, and its work has limits: a check that could not be made
 * is a `temperror` or `permerror`.
 */
export async function checkSender(question: SenderQuestion): Promise<SenderCheck> {
  const { lookup, limits = lookupLimits, hostname } = question
  const guarded = new GuardedLookup(lookup, limits)
  const message = readSignedMessage(question.bytes)
  const [spf, signatures] = await Promise.all([
    checkSpf(question, guarded),
    signaturesOf(message, question.now, guarded),
  ])
  const dmarc = await dmarcOf({ spf, signatures }, message === undefined, guarded)
  const checked = {
    spf: { ...spf, aligned: dmarc.spfAligned },
    dkim: (signatures?.dkim ?? []).map((check) => ({ ...check, aligned: isAligned(check, dmarc) })),
    skippedSignatures: message?.skippedSignatures ?? 0,
    dmarc,
    arc: signatures?.arc ?? ({ result: 'temperror', sets: message?.arcSets ?? 0, sealedBy: undefined } as const),
  }
  return { ...checked, header: resultsHeader(hostname, checked) }
}

const isAligned = ({ result, domain }: DkimCheck, { alignedDomains }: DmarcCheck): boolean =>
  result === 'pass' && alignedDomains.includes(domain.replace(/\.$/, ''))

async function signaturesOf(
  message: SignedMessage | undefined,
  now: Date,
  lookup: GuardedLookup,
): Promise<SignatureChecks | undefined> {
  if (message === undefined) return undefined
  try {
    return await checkSignatures(message, { lookup, now })
  } catch {
    return undefined
  }
}

async function dmarcOf(
  { spf, signatures }: { readonly spf: SpfCheck; readonly signatures: SignatureChecks | undefined },
  isTooLarge: boolean,
  lookup: GuardedLookup,
): Promise<DmarcCheck> {
  if (signatures === undefined) {
    return isTooLarge ? undecided('permerror', 'headers-too-large') : undecided('temperror', 'dns-failure')
  }
  try {
    return await checkDmarc({ spf, signatures }, lookup)
  } catch {
    return undecided('temperror', 'dns-failure')
  }
}
