import type { AcmeError, AcmeErrorCode } from '@host/acme'

/** Why a host has no new certificate; each has a sentence in `certificate-problems.ts`. */
export const failureCodes = [
  'account',
  'authority',
  'caa',
  'connection',
  'dns',
  'dns_approval',
  'dns_change',
  'internal',
  'no_zone',
  'profile',
  'proof',
  'rate_limited',
  'rejected',
  'timeout',
  'unreachable',
] as const

export type FailureCode = (typeof failureCodes)[number]

/** An order that failed. Its message is for the owner of the host, and may have the words of the authority. */
export class CertificateFailure extends Error {
  override readonly name = 'CertificateFailure'
  readonly code: FailureCode
  /** Milliseconds to wait, as the authority wishes. */
  readonly retryAfter: number | undefined
  /** Whether its order may still end well, so that it is resumed. */
  readonly keepsOrder: boolean

  constructor(code: FailureCode, message: string, facts: FailureFacts = {}) {
    super(message, { cause: facts.cause })
    this.code = code
    this.retryAfter = facts.retryAfter
    this.keepsOrder = facts.keepsOrder ?? resumed.has(code)
  }
}

/** More about a failure. */
interface FailureFacts {
  readonly retryAfter?: number | undefined
  readonly cause?: unknown
  /** Default: by the code. */
  readonly keepsOrder?: boolean
}

const resumed: ReadonlySet<FailureCode> = new Set(['timeout', 'unreachable', 'rate_limited', 'dns_approval'])

const codes: Partial<Record<AcmeErrorCode, FailureCode>> = {
  accountDoesNotExist: 'account',
  caa: 'caa',
  connection: 'connection',
  dns: 'dns',
  externalAccountRequired: 'account',
  incorrectResponse: 'proof',
  invalidContact: 'account',
  invalidProfile: 'profile',
  rateLimited: 'rate_limited',
  rejectedIdentifier: 'rejected',
  timeout: 'unreachable',
  tls: 'connection',
  unauthorized: 'proof',
  unavailable: 'unreachable',
  unreachable: 'unreachable',
  unsupported: 'rejected',
  unsupportedContact: 'account',
  unsupportedIdentifier: 'rejected',
  userActionRequired: 'account',
}

/** An error of the protocol as its owner sees it. */
export function failureOf(error: AcmeError): CertificateFailure {
  const { code, message, retryAfter, problems } = error
  // "Several names failed": the first of them says more.
  const [first] = problems
  if (code === 'compound' && first !== undefined) {
    return new CertificateFailure(codes[first.code] ?? 'authority', first.detail, { retryAfter, cause: error })
  }
  return new CertificateFailure(codes[code] ?? 'authority', message, { retryAfter, cause: error })
}
