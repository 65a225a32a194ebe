import { decodeMessage, encodeMessage, readZoneFile, type Message, type MessageParts } from '../index.ts'
import { Responder, type Transport } from '../answer/responder.ts'
import { buildServedZone } from '../zone/build-served-zone.ts'
import { ServedZones } from '../zone/served-zones.ts'
import type { ServedZone } from '../zone/served-zone.ts'

/** The served form of a zone file. @throws Error for one with problems */
export function servedZoneFile(zone: string, text: string): ServedZone {
  const { records, problems } = readZoneFile(text, { origin: zone, maxBytes: 10_000_000, maxRecords: 100_000 })
  if (problems.length > 0) throw new Error(JSON.stringify(problems))
  return buildServedZone(zone, records)
}

export function servedZones(...zones: readonly ServedZone[]): ServedZones {
  const served = new ServedZones()
  for (const zone of zones) served.set(zone)
  return served
}

/** A query with EDNS, as resolvers send it. */
export function queryFor(name: string, type: string, parts: MessageParts = {}): Buffer {
  const edns = { udpPayloadSize: 1_232, version: 0, dnssecOk: false, options: [] }
  return encodeMessage({ id: 4_711, questions: [{ name, type, class: 'IN' }], edns, ...parts })
}

/** A query without EDNS, or with the size that the client takes. */
export function plainQuery(name: string, type: string, udpPayloadSize?: number): Buffer {
  const questions = [{ name, type, class: 'IN' }]
  if (udpPayloadSize === undefined) return encodeMessage({ id: 4_711, questions })
  return queryFor(name, type, { edns: { udpPayloadSize, version: 0, dnssecOk: false, options: [] } })
}

/** Asks for one name and type. @throws Error without an answer */
export function ask(
  zones: ServedZones,
  [name, type]: readonly [string, string],
  transport: Transport = 'udp',
): Message {
  return decodeMessage(answerTo(zones, queryFor(name, type), transport))
}

/** @throws Error without an answer */
export function answerTo(zones: ServedZones, query: Uint8Array, transport: Transport = 'udp'): Buffer {
  const answer = new Responder(zones).answer(query, transport)
  if (answer === undefined) throw new Error('There was no answer.')
  return answer
}

/** The sections as lines: `name ttl type data`. */
export function linesOf(records: Message['answers']): string[] {
  return records.map(({ name, ttl, type, data }) => `${name} ${ttl} ${type} ${data}`)
}
