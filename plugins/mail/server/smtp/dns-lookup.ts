import { getServers } from 'node:dns'
import type { Message } from '@host/dns'
import type { Lookup, LookupAnswer, LookupType } from '@host/email'
import type { DnsResolvers } from '@host/plugin/platform'

const dnsPort = 53
const withPort = /^(?:\[.*|[\d.]+:\d+)$/
const mostResolvers = 3
/** Milliseconds and packets for one resolver, so that a silent one leaves time for the next. */
const [timeout, tries] = [2_000, 2]

/**
 * Looks names up with the operator's resolvers, or those of the system. One that is silent or fails is followed by the
 * next; a rejection means that none gave an answer. Resolvers follow aliases, and have the cache.
 */
export function dnsLookup(chosen: DnsResolvers | undefined): Lookup {
  const port = chosen?.port ?? dnsPort
  return async (name, type, { signal }) => {
    const { askServer, DnsError, encodeName } = await import('@host/dns')
    const question = { name: `${name}.`, type }
    try {
      encodeName(question.name)
    } catch (error) {
      // A name that DNS can't have does not exist.
      if (error instanceof DnsError) return { kind: 'no-name' }
      throw error
    }
    let failure: unknown = new Error('No DNS resolver is known.')
    for (const address of resolversOf(chosen).slice(0, mostResolvers)) {
      try {
        const shared = { address, port, isAllowedAddress: () => true, recursionDesired: true }
        return await answerOf(await askServer({ ...shared, question, signal, timeout, tries }), type)
      } catch (error) {
        signal.throwIfAborted()
        failure = error
      }
    }
    throw failure
  }
}

/** The system's are read each time: it may be given others. One on another port is left out. */
function resolversOf(chosen: DnsResolvers | undefined): readonly string[] {
  return chosen?.addresses ?? getServers().filter((each) => !withPort.test(each))
}

/** @throws Error for an answer that says nothing about the name */
async function answerOf({ rcode, answers }: Message, type: LookupType): Promise<LookupAnswer> {
  const { rcodes, rcodeName } = await import('@host/dns')
  if (rcode === rcodes.NXDOMAIN) return { kind: 'no-name' }
  if (rcode !== rcodes.NOERROR) throw new Error(`The resolver answered ${rcodeName(rcode)}.`)
  const records = answers.filter((each) => each.type === type)
  if (records.length === 0) return { kind: 'no-data' }
  return { kind: 'records', records: await Promise.all(records.map(({ data }) => textOf(type, data))) }
}

/** The strings of a TXT record belong together: long values come in pieces. Names lose their last dot. */
async function textOf(type: LookupType, data: string): Promise<string> {
  if (type !== 'TXT') return data.replace(/\.$/, '')
  const { fieldsOf } = await import('@host/dns')
  return Buffer.concat([...fieldsOf('TXT', data).strings]).toString('latin1')
}
