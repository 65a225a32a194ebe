import { DnsError } from '../dns-error.ts'
import { opcodes, rcodes, type Message } from '../message/message.ts'
import type { ServerOptions } from './ask-server.ts'
import { exchangeUdp } from './exchange-udp.ts'
import { Query } from './query.ts'
import { rcodeError } from './rcode-error.ts'

export interface NotifyOptions extends ServerOptions {
  /** Absolute. */
  readonly zone: string
  /** Packets before the server counts as silent; each waits twice as long as the one before. Default: 5. */
  readonly tries?: number
}

const defaultTimeout = 1_000
const defaultTries = 5

/**
 * Notifies a secondary that a zone has changed (NOTIFY, RFC 1996), so that it transfers the zone. The timeout is that of
 * the first packet: 1 second by default, so that five packets take 31 seconds.
 *
 * @throws {DnsError} for an answer other than NOERROR, such as `notauth` and `refused`; and as `askServer`
 */
export async function sendNotify(options: NotifyOptions): Promise<void> {
  const { zone, tries = defaultTries, timeout = defaultTimeout, signal } = options
  const questions = [{ name: zone, type: 'SOA', class: 'IN' }]
  for (let attempt = 0; ; attempt += 1) {
    const query = new Query(
      { opcode: opcodes.NOTIFY, isAuthoritative: true, questions },
      { ...options, randomizesCase: false },
    )
    const readAnswer = (packet: Uint8Array): Message | undefined => query.readPacket(packet)
    const exchange = { query: query.bytes, timeout: timeout * 2 ** attempt, signal, readAnswer }
    try {
      const { rcode } = await exchangeUdp(options, exchange)
      if (rcode !== rcodes.NOERROR) throw rcodeError(rcode)
      return
    } catch (error) {
      const isSilent = error instanceof DnsError && (error.code === 'timeout' || error.code === 'unreachable')
      if (!isSilent || attempt + 1 >= tries) throw error
    }
  }
}
