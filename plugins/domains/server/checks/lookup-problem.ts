import { DnsError } from '@host/dns'
import type { LookupProblem } from '../../shared.ts'

const problems: Readonly<Record<string, LookupProblem>> = {
  timeout: 'timeout',
  unreachable: 'unreachable',
  closed: 'unreachable',
  address_denied: 'not_allowed',
  refused: 'refused',
  servfail: 'server_failure',
  notauth: 'lame',
  no_authority: 'no_address',
}

/** Why a question has no answer. @throws an error that is not about the question */
export function problemOf(error: unknown, limit: AbortSignal): LookupProblem {
  if (limit.aborted) return 'timeout'
  if (error instanceof DnsError) return problems[error.code] ?? 'bad_answer'
  throw error
}
