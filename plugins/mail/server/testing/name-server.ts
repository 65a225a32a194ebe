import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { decodeMessage, encodeMessage, isSameName, normalizeData, rcodes, type MessageRecord } from '@host/dns'
import type { LabScope } from './mail-lab.ts'

/** Records by `type name`, both as people write them, without dots at their ends. */
export type Zone = Record<string, string | readonly string[]>

/** A resolver on loopback for `HOST_DNS_RESOLVERS`. */
export interface NameServer {
  /** The value of the variable. */
  readonly address: string
  /** May be changed at any time. */
  readonly zone: Zone
  /** Questions so far, as keys of the zone. */
  readonly asked: readonly string[]
  /** Answers every question with an error from now on. */
  fail(): void
}

/** Starts a resolver that knows some names and no others; it ends with its test. */
export async function startNameServer(context: LabScope, zone: Zone = {}): Promise<NameServer> {
  const socket = createSocket('udp4')
  context.after(() => void socket.close())
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const asked: string[] = []
  let isFailing = false
  socket.on('message', (bytes, from) => {
    const { id, questions, edns } = decodeMessage(bytes)
    const [{ name, type } = { name: '.', type: 'A' }] = questions
    asked.push(`${type} ${name.toLowerCase().slice(0, -1)}`)
    const answers = recordsOf(zone, name, type)
    const isKnown = Object.keys(zone).some((key) => isSameName(`${key.split(' ')[1]}.`, name))
    const rcode = isFailing ? rcodes.SERVFAIL : isKnown ? rcodes.NOERROR : rcodes.NXDOMAIN
    const response = { id, isResponse: true, recursionAvailable: true, rcode, questions, answers }
    socket.send(encodeMessage({ ...response, ...(edns && { edns }) }), from.port, from.address)
  })
  return Object.freeze<NameServer>({
    address: `127.0.0.1:${socket.address().port}`,
    zone,
    asked,
    fail: () => {
      isFailing = true
    },
  })
}

function recordsOf(zone: Zone, name: string, type: string): readonly MessageRecord[] {
  const found = zone[`${type} ${name.toLowerCase().slice(0, -1)}`] ?? []
  const texts = typeof found === 'string' ? [found] : found
  return texts.map((text) => ({ name, type, ttl: 60, data: dataOf(type, text) }))
}

function dataOf(type: string, text: string): string {
  if (type !== 'TXT') return normalizeData(type, text, '.')
  const pieces = text.match(/.{1,255}/gs) ?? ['']
  return pieces.map((piece) => `"${piece.replaceAll(/["\\]/g, '\\$&')}"`).join(' ')
}
