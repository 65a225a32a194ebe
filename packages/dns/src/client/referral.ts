import type { Message, MessageRecord } from '../message/message.ts'
import { isSameName, isWithin, nameKey } from '../names.ts'
import type { Authority, AuthorityServer } from './find-authority.ts'

const maxServers = 13
const maxAddresses = 4

/** A delegation to a zone that is below the one asked, and has the name. */
export function referralIn(message: Message, name: string, zone: string): Authority | undefined {
  const { isAuthoritative, answers, authorities, additionals } = message
  if (isAuthoritative || answers.length > 0) return undefined
  const isBelow = (each: MessageRecord): boolean => isWithin(each.name, zone) && !isSameName(each.name, zone)
  const first = authorities.find((each) => each.type === 'NS' && isBelow(each) && isWithin(name, each.name))
  if (first === undefined) return undefined
  const glue = additionals.filter((each) => isWithin(each.name, zone))
  return { zone: first.name, parent: zone, servers: serversIn(authorities, first.name, glue) }
}

/** The servers of a zone by its NS records, with the addresses that are at hand. */
export function serversIn(
  records: readonly MessageRecord[],
  zone: string,
  glue: readonly MessageRecord[],
): AuthorityServer[] {
  const hosts = new Map(
    records
      .filter((record) => record.type === 'NS' && isSameName(record.name, zone))
      .map((record) => [nameKey(record.data), record.data]),
  )
  return [...hosts.values()].slice(0, maxServers).map((host) => ({ host, addresses: addressesIn(glue, host) }))
}

export function addressesIn(records: readonly MessageRecord[], host: string): string[] {
  const isAddress = ({ name, type }: MessageRecord): boolean => /^A(?:AAA)?$/.test(type) && isSameName(name, host)
  return [...new Set(records.filter(isAddress).map(({ data }) => data))].slice(0, maxAddresses)
}

/** Whether the server has the zone of the name: it has the data, or says with an SOA record that there is none. */
export function isAnswer({ isAuthoritative, answers, authorities }: Message): boolean {
  return isAuthoritative && (answers.length > 0 || authorities.some(({ type }) => type === 'SOA'))
}

/** The zone that an answer comes from. */
export function zoneIn({ answers, authorities }: Message, name: string): string | undefined {
  return [...answers, ...authorities].find((each) => each.type === 'SOA' && isWithin(name, each.name))?.name
}
