/**
 * The records of a domain at its authoritative servers, each asked on its own and without a cache, since resolvers show a
 * change hours later. An alias is followed by the operator's resolvers.
 */
import type { AuthorityServer, Message } from '@host/dns'
import type { LookupType } from '@host/email'
import { Outbound } from '@host/plugin'
import { Resolvers } from '@host/plugin/platform'
import { getServers } from 'node:dns'
import type { Parts } from '../parts.ts'

const timeLimit = 12_000
const dnsPort = 53

/** What the servers of a name have. */
export interface DomainAnswer {
  /** The records of each server that answered: texts joined, names without their last dot. */
  readonly answers: readonly (readonly string[])[]
  /** A server that gave no answer, or why none was found. */
  readonly failed?: string
}

/** Asks for records. @throws the reason of the signal, when it was aborted */
export type DomainDns = (name: string, type: LookupType) => Promise<DomainAnswer>

/** Look-ups of one check: a name and type is asked for once. */
export function domainDns(parts: Pick<Parts, 'ctx' | 'lookup'>, signal: AbortSignal): DomainDns {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeLimit)])
  const known = new Map<string, Promise<DomainAnswer>>()
  return async (name, type) => {
    const key = `${name} ${type}`
    const answer = known.get(key) ?? askEvery(parts, { name, type }, limit)
    known.set(key, answer)
    const found = await answer
    signal.throwIfAborted()
    return found
  }
}

interface Question {
  readonly name: string
  readonly type: LookupType
}

async function askEvery(
  { ctx, lookup }: Pick<Parts, 'ctx' | 'lookup'>,
  question: Question,
  signal: AbortSignal,
): Promise<DomainAnswer> {
  const { findAuthority } = await import('@host/dns')
  const outbound = ctx.lookup(Outbound)
  const chosen = ctx.lookup(Resolvers)
  const port = chosen?.port ?? dnsPort
  const resolvers = chosen?.addresses ?? getServers().filter((each) => !/^(?:\[.*|[\d.]+:\d+)$/.test(each))
  const isAllowed = (address: string): boolean => outbound?.admit(address, port) !== undefined
  try {
    const { servers } = await findAuthority(`${question.name}.`, {
      start: { resolvers },
      port,
      isAllowedAddress: (address) => resolvers.includes(address) || isAllowed(address),
      signal,
    })
    const follow = async (): Promise<readonly string[]> => {
      const found = await lookup(question.name, question.type, { signal })
      return found.kind === 'records' ? found.records : []
    }
    const asked = await Promise.all(
      servers.map((server) => askServerOf(server, question, { port, isAllowed, signal, follow })),
    )
    const failed = asked.find(({ records }) => records === undefined)
    return {
      answers: asked.flatMap(({ records }) => (records === undefined ? [] : [records])),
      ...(failed !== undefined && { failed: failed.host }),
    }
  } catch {
    return { answers: [], failed: question.name }
  }
}

interface Asking {
  readonly port: number
  readonly isAllowed: (address: string) => boolean
  readonly signal: AbortSignal
  readonly follow: () => Promise<readonly string[]>
}

/** The answer of the first of its addresses that gives one. */
async function askServerOf(
  { host, addresses }: AuthorityServer,
  { name, type }: Question,
  { port, isAllowed, signal, follow }: Asking,
): Promise<{ readonly host: string; readonly records?: readonly string[] }> {
  const { askServer } = await import('@host/dns')
  const question = { name: `${name}.`, type }
  const shown = host.replace(/\.$/, '')
  for (const address of addresses) {
    try {
      const answer = await askServer({ address, port, isAllowedAddress: isAllowed, signal, question })
      const records = await recordsOf(answer, question, follow)
      if (records !== undefined) return { host: shown, records }
    } catch {
      // The next address may answer.
    }
  }
  return { host: shown }
}

/** Undefined for an answer that says nothing with authority. */
async function recordsOf(
  { rcode, isAuthoritative, answers }: Message,
  { name, type }: { readonly name: string; readonly type: LookupType },
  follow: Asking['follow'],
): Promise<readonly string[] | undefined> {
  const { fieldsOf, isSameName, rcodes } = await import('@host/dns')
  if (!isAuthoritative || (rcode !== rcodes.NOERROR && rcode !== rcodes.NXDOMAIN)) return undefined
  if (answers.some((each) => each.type === 'CNAME' && isSameName(each.name, name))) return await follow()
  return answers
    .filter((each) => each.type === type && isSameName(each.name, name))
    .map(({ data }) =>
      type === 'TXT' ? Buffer.concat([...fieldsOf('TXT', data).strings]).toString('latin1') : data.replace(/\.$/, ''),
    )
}
