import { exchangeTcp } from '../client/exchange-tcp.ts'
import { DnsError } from '../dns-error.ts'
import { decodeMessage } from '../message/decode-message.ts'
import { encodeMessage } from '../message/encode-message.ts'
import { opcodes, rcodeName } from '../message/message.ts'
import type { ResourceRecord } from '../resource-record.ts'
import { TsigChain } from '../tsig/tsig-chain.ts'
import type { TsigKey } from '../tsig/tsig-key.ts'

const timeout = 10_000

/**
 * An UPDATE that adds a record, signed once: each call sends the same bytes to a port of this machine.
 * @returns the rcode of the answer, or the code of the error that its signature states
 */
export function signedUpdate(zone: string, tsig: TsigKey, record: ResourceRecord): (port: number) => Promise<string> {
  const now = Date.now()
  const message = encodeMessage({
    id: 7,
    opcode: opcodes.UPDATE,
    questions: [{ name: zone, type: 'SOA', class: 'IN' }],
    authorities: [{ ...record, class: 'IN' }],
  })
  return async (port) => {
    const chain = new TsigChain(tsig, () => now)
    const server = { address: '127.0.0.1', port, isAllowedAddress: () => true }
    const query = chain.sign(message)
    for await (const bytes of exchangeTcp(server, { query, timeout, signal: undefined })) {
      const answer = decodeMessage(bytes)
      try {
        chain.verify(bytes, answer.tsig)
        return rcodeName(answer.rcode)
      } catch (error) {
        if (error instanceof DnsError) return error.code
        throw error
      }
    }
    return 'closed'
  }
}
