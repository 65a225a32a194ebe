/**
 * Whether every authoritative server of a domain has its TXT record. The servers are those of the parent's delegation,
 * asked one by one and without a cache. One check takes 10
 * seconds at most; `findAuthority` bounds the servers and their addresses.
 */
import type { Authority, AuthorityServer } from '@host/dns'
import type { DomainCheck, LookupProblem, ServerAnswer } from '../../shared.ts'
import type { Parts } from '../parts.ts'
import { momentAfter } from './check-schedule.ts'
import { problemOf } from './lookup-problem.ts'
import type { NameServers } from './name-servers.ts'
import { outcomeOf } from './outcome-of.ts'
import { failed, readAnswer, type ExpectedRecord } from './read-answer.ts'

const timeLimit = 10_000

/** The record that proves control of a domain. */
export interface DomainRecord extends ExpectedRecord {
  readonly domain: string
}

/** Checks a record. @throws the reason of the signal, when it was aborted */
export async function checkRecord(
  { nameServers, clock }: Pick<Parts, 'nameServers' | 'clock'>,
  record: DomainRecord,
  signal: AbortSignal,
): Promise<DomainCheck> {
  const at = momentAfter(clock())
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeLimit)])
  const found = await findZone(nameServers, record.domain, limit)
  signal.throwIfAborted()
  if (typeof found === 'string') return { at, outcome: 'lookup_failed', problem: found, zone: null, servers: [] }
  const servers = await Promise.all(found.servers.map((server) => askServer(nameServers, { server, record, limit })))
  signal.throwIfAborted()
  const zone = found.zone.replace(/\.$/, '')
  return { at, outcome: outcomeOf(servers), problem: null, zone, servers }
}

async function findZone(
  nameServers: NameServers,
  domain: string,
  limit: AbortSignal,
): Promise<Authority | LookupProblem> {
  try {
    return await nameServers.authorityOf(domain, limit)
  } catch (error) {
    problemOf(error, limit)
    return 'resolver'
  }
}

interface Question {
  readonly server: AuthorityServer
  readonly record: DomainRecord
  readonly limit: AbortSignal
}

/** The answer of a server: of the first of its addresses that gives one. */
async function askServer(nameServers: NameServers, { server, record, limit }: Question): Promise<ServerAnswer> {
  const name = server.host.replace(/\.$/, '')
  const allowed = server.addresses.filter((address) => nameServers.isAllowed(address))
  const none = server.addresses.length === 0 ? 'no_address' : 'not_allowed'
  let answer: ServerAnswer = { name, address: null, ...failed(none) }
  for (const address of allowed) {
    answer = { name, address, ...(await askAddress(nameServers, { address, record, limit })) }
    if (answer.state !== 'lookup_failed') return answer
  }
  return answer
}

async function askAddress(
  nameServers: NameServers,
  { address, record, limit }: Omit<Question, 'server'> & { readonly address: string },
): Promise<Pick<ServerAnswer, 'state' | 'problem' | 'seen'>> {
  try {
    return readAnswer(await nameServers.askForText(address, record.name, limit), record)
  } catch (error) {
    return failed(problemOf(error, limit))
  }
}
