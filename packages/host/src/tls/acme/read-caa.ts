import { Resolver } from 'node:dns/promises'
import {
  findCaa,
  permittedMethods,
  type CaaQuestion,
  type CaaRecord,
  type ChallengeType,
  type ReadCaa,
} from '@host/acme'
import type { DnsResolvers } from '@host/plugin/platform'
import { CertificateFailure } from './certificate-failure.ts'

const noRecords: ReadonlySet<string> = new Set(['ENODATA', 'ENOTFOUND'])
const lookupTime = 3_000

/** Asks the resolvers of the operator, or those of the system. */
export function caaReader(chosen: DnsResolvers | undefined): ReadCaa {
  const resolver = new Resolver({ timeout: lookupTime, tries: 2 })
  if (chosen !== undefined) resolver.setServers(chosen.addresses.map((address) => withPort(address, chosen.port)))
  return async (name) => {
    try {
      return (await resolver.resolveCaa(name)).map((record) => recordOf({ ...record }))
    } catch (error) {
      if (error instanceof Error && 'code' in error && noRecords.has(String(error.code))) return []
      throw error
    }
  }
}

/**
 * Looks ahead, before an order counts against the limits. An authority looks by itself, so a look-up that fails here stops
 * nothing: it may see names that the host does not.
 *
 * @param host exact, or `*.` and a name
 * @returns the challenges of the question that are permitted
 * @throws CertificateFailure `caa`
 */
export async function requireCaa(
  host: string,
  read: ReadCaa,
  question: Omit<CaaQuestion, 'isWildcard'>,
): Promise<readonly ChallengeType[]> {
  const isWildcard = host.startsWith('*.')
  const records = await findCaa(isWildcard ? host.slice(2) : host, read).catch(() => [])
  const permitted = permittedMethods(records, { ...question, isWildcard })
  if (permitted.length > 0) return permitted
  const { identities, accountUrl, methods } = question
  const [authority, method] = [identities, methods].map((each) => each.join(' or '))
  const permission = `${authority} to use ${method} for the account ${accountUrl}`
  throw new CertificateFailure('caa', `The CAA records don't permit ${permission}.`)
}

/** Node has the tag as a member beside `critical`. */
function recordOf({ critical, ...tags }: Readonly<Record<string, unknown>>): CaaRecord {
  const [tag, value] = Object.entries(tags).find(([name]) => name !== 'type') ?? ['', '']
  return { tag, value: String(value), isCritical: critical !== 0 }
}

function withPort(address: string, port: number): string {
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`
}
