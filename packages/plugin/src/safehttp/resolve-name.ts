import { Resolver } from 'node:dns/promises'
import { outboundLimits } from './outbound-limits.ts'
import { SafeHttpError } from './safe-http-error.ts'

/** How a name is looked up. */
export interface LookUpOptions {
  /** For all questions together, in milliseconds. */
  readonly timeout: number
  /** The machine's own when undefined. */
  readonly nameServers: readonly string[] | undefined
}

/**
 * All addresses of a name, from name servers directly: no hosts file, no search list, and no thread of the pool that
 * files and cryptography use, which slow answers of another server would fill.
 * @throws SafeHttpError `name_not_found`, `timeout`
 */
export async function resolveName(name: string, { timeout, nameServers }: LookUpOptions): Promise<readonly string[]> {
  // One for each look-up: it knows the machine's name servers of this moment, and giving up ends its questions only.
  const resolver = new Resolver({ timeout: outboundLimits.lookupQuestion, tries: outboundLimits.lookupAttempts })
  if (nameServers !== undefined) resolver.setServers(nameServers)
  const giveUp = setTimeout(() => resolver.cancel(), timeout)
  try {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length > 0) return addresses
    throw unresolved(answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : [])))
  } finally {
    clearTimeout(giveUp)
  }
}

function unresolved(errors: readonly unknown[]): SafeHttpError {
  const isSlow = errors.some((error) => slow.has(String((error as NodeJS.ErrnoException).code)))
  return new SafeHttpError(isSlow ? 'timeout' : 'name_not_found', errors[0])
}

const slow = new Set(['ETIMEOUT', 'ECANCELLED'])
