import type { NameServers } from './name-servers.ts'
import type { DomainRecords } from './check-record.ts'

/**
 * The records that servers have for an alias at the apex of a zone: the provider answers the addresses of its target, as the
 * operator's resolvers know them. Addresses that the outbound rules refuse don't count, since the answer would tell a
 * workspace which hosts of the operator's own network exist. Other records are as they were.
 * @returns undefined when the resolvers know no address of the target
 */
export async function flattenedSet(
  nameServers: NameServers,
  expected: DomainRecords,
  signal: AbortSignal,
): Promise<DomainRecords | undefined> {
  const { domain, name, type, isProxied, data } = expected
  if (type !== 'CNAME' || name !== domain || isProxied) return expected
  const target = (data[0] ?? '').replace(/\.$/, '')
  const messages = await nameServers.askResolvers({ name: target, type: 'A' }, signal)
  signal.throwIfAborted()
  const addresses = messages
    .map(({ answers }) => answers.flatMap(({ type: each, data: address }) => (each === 'A' ? [address] : [])))
    .find((each) => each.length > 0 && each.every((address) => nameServers.isAllowed(address)))
  return addresses && { ...expected, type: 'A', data: addresses }
}
