import { DnsError } from '../dns-error.ts'
import type { Edns } from '../message/edns.ts'
import type { Message } from '../message/message.ts'
import type { ServerAddress } from './connect-policy.ts'
import { closedError, exchangeTcp } from './exchange-tcp.ts'
import { exchangeUdp } from './exchange-udp.ts'
import { Query, type QuerySigning } from './query.ts'

export interface ServerOptions extends ServerAddress, QuerySigning {
  readonly signal?: AbortSignal
  /** Milliseconds for one try. Default: 2,000. */
  readonly timeout?: number
}

export interface AskOptions extends ServerOptions {
  readonly question: { readonly name: string; readonly type: string }
  /** Packets sent over UDP before the server counts as silent. Default: 2. */
  readonly tries?: number
  /** Default: answers of up to 1,232 bytes. `false` sends none. */
  readonly edns?: Edns | false
  /** Set for resolvers only. Default: false. */
  readonly recursionDesired?: boolean
  /** Default: `udp`, and TCP for a truncated answer. */
  readonly protocol?: 'udp' | 'tcp'
}

/** Fits into packets of every network (RFC 9715). */
const defaultEdns: Edns = { udpPayloadSize: 1_232, version: 0, dnssecOk: false, options: [] }
const defaultTimeout = 2_000
const defaultTries = 2

/**
 * Asks one server one question, without a cache. The rcode of the answer is for the caller to judge.
 *
 * @throws {DnsError} `timeout`, `unreachable`, `closed`, `mismatch`, `malformed`, `flood`, `address_denied`, `bad_address`,
 *   and for signed questions `unsigned`, `bad_key`, `bad_sig`, `bad_trunc`, `clock`
 * @throws the reason of the signal
 */
export async function askServer(options: AskOptions): Promise<Message> {
  const answer = options.protocol === 'tcp' ? undefined : await askOverUdp(options)
  return answer ?? (await askOverTcp(options))
}

/** `undefined` when TCP must be used: the answer is truncated, or the server changes the case of questions. */
async function askOverUdp(options: AskOptions): Promise<Message | undefined> {
  const { tries = defaultTries, timeout = defaultTimeout, signal } = options
  for (let left = tries; ; left -= 1) {
    const query = createQuery(options, true)
    const readAnswer = (packet: Uint8Array): Message | undefined => query.readPacket(packet)
    try {
      const answer = await exchangeUdp(options, { query: query.bytes, timeout, signal, readAnswer })
      return answer.isTruncated ? undefined : answer
    } catch (error) {
      if (!isRetryable(error)) throw error
      if (query.hasLostCase) return undefined
      if (left <= 1) throw query.problem ?? error
    }
  }
}

async function askOverTcp(options: AskOptions): Promise<Message> {
  const { timeout = defaultTimeout, signal } = options
  const query = createQuery(options, false)
  for await (const bytes of exchangeTcp(options, { query: query.bytes, timeout, signal })) {
    const answer = query.readMessage(bytes)
    if (answer.isTruncated) throw new DnsError('malformed', 'The server truncated its answer over TCP.')
    return answer
  }
  throw closedError(options)
}

function createQuery(options: AskOptions, randomizesCase: boolean): Query {
  const { question, edns = defaultEdns, recursionDesired = false } = options
  const questions = [{ ...question, class: 'IN' }]
  return new Query({ questions, recursionDesired, ...(edns !== false && { edns }) }, { ...options, randomizesCase })
}

function isRetryable(error: unknown): boolean {
  return error instanceof DnsError && (error.code === 'timeout' || error.code === 'unreachable')
}
