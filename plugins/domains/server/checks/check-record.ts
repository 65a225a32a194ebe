/**
 * Whether every authoritative server of a domain has its records. The servers are those of the parent's delegation, asked
 * one by one and without a cache. One check takes 10 seconds at most; `findAuthority` bounds the servers and their
 * addresses.
 */
import { AuthorityError, type AuthorityServer, type FailedServer } from '@host/dns'
import type { DomainCheck, SeenOutcome, ServerAnswer } from '../../shared.ts'
import type { Parts } from '../parts.ts'
import { momentAfter } from './check-schedule.ts'
import { problemOf } from './lookup-problem.ts'
import type { NameServers } from './name-servers.ts'
import { outcomeOf } from './outcome-of.ts'
import { failed, questionFor, readAnswer, type ExpectedRecords } from './read-answer.ts'

const timeLimit = 10_000

/** Records to look for, and the domain or zone whose servers have them. */
export interface DomainRecords extends ExpectedRecords {
  readonly domain: string
}

/** What the servers have. */
export interface SeenRecords extends Pick<DomainCheck, 'at' | 'zone' | 'problem' | 'servers'> {
  readonly outcome: SeenOutcome
}

/** Checks records. @throws the reason of the signal, when it was aborted */
export async function checkRecord(
  { nameServers, clock }: Pick<Parts, 'nameServers' | 'clock'>,
  records: DomainRecords,
  signal: AbortSignal,
): Promise<SeenRecords> {
  const at = momentAfter(clock())
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeLimit)])
  const { zone, problem, servers } = await askZone(nameServers, records, limit)
  signal.throwIfAborted()
  return { at, outcome: outcomeOf(servers), problem, zone, servers }
}

type Answers = Pick<DomainCheck, 'zone' | 'problem' | 'servers'>

async function askZone(nameServers: NameServers, records: DomainRecords, limit: AbortSignal): Promise<Answers> {
  try {
    const { zone, servers } = await nameServers.authorityOf(records.domain, limit)
    const answers = servers.map((server) => askServer(nameServers, { server, zone, records, limit }))
    return { zone: withoutDot(zone), problem: null, servers: await Promise.all(answers) }
  } catch (error) {
    problemOf(error, limit)
    const { asked } = error instanceof AuthorityError ? error : {}
    const servers = failedServers(asked?.servers ?? [], limit)
    return servers.length === 0
      ? { zone: null, problem: 'resolver', servers }
      : { zone: withoutDot(asked?.zone ?? ''), problem: null, servers }
  }
}

/** What the servers of a zone that led nowhere are shown with: each by the last of its addresses. */
function failedServers(asked: readonly FailedServer[], limit: AbortSignal): ServerAnswer[] {
  const byHost = new Map(asked.map((server) => [server.host, server]))
  return Array.from(byHost.values(), ({ host, address = null, error }) => ({
    name: withoutDot(host),
    address,
    ...failed(problemOf(error, limit)),
  }))
}

function withoutDot(name: string): string {
  return name.replace(/\.$/, '')
}

interface Question {
  readonly server: AuthorityServer
  readonly zone: string
  readonly records: DomainRecords
  readonly limit: AbortSignal
}

/** The answer of a server: of the first of its addresses that gives one. */
async function askServer(nameServers: NameServers, { server, ...question }: Question): Promise<ServerAnswer> {
  const name = withoutDot(server.host)
  const allowed = server.addresses.filter((address) => nameServers.isAllowed(address))
  const none = server.addresses.length === 0 ? 'no_address' : 'not_allowed'
  let answer: ServerAnswer = { name, address: null, ...failed(none) }
  for (const address of allowed) {
    answer = { name, address, ...(await askAddress(nameServers, { address, ...question })) }
    if (answer.state !== 'lookup_failed') return answer
  }
  return answer
}

async function askAddress(
  nameServers: NameServers,
  { address, zone, records, limit }: Omit<Question, 'server'> & { readonly address: string },
): Promise<Pick<ServerAnswer, 'state' | 'problem' | 'seen'>> {
  try {
    return readAnswer(await nameServers.ask(address, questionFor(records), limit), records, zone)
  } catch (error) {
    return failed(problemOf(error, limit))
  }
}
