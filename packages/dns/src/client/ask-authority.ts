import { DnsError } from '../dns-error.ts'
import type { Message } from '../message/message.ts'
import { askServer, type AskOptions } from './ask-server.ts'
import { noAddressError } from './authority-error.ts'
import type { Authority } from './find-authority.ts'

/** What one server of a zone answers: a message, or why there is none. */
export interface ServerAnswer {
  readonly host: string
  /** `undefined` when the host has no address. */
  readonly address: string | undefined
  readonly message?: Message
  readonly error?: DnsError
}

type Place = Pick<ServerAnswer, 'host' | 'address'>

const maxAsked = 32

/** Asks every server of a zone the same question at once. @throws the reason of the signal */
export async function askAuthority(
  { servers }: Authority,
  options: Omit<AskOptions, 'address'>,
): Promise<readonly ServerAnswer[]> {
  const places = servers.flatMap(({ host, addresses }): Place[] =>
    addresses.length === 0 ? [{ host, address: undefined }] : addresses.map((address) => ({ host, address })),
  )
  return Promise.all(places.slice(0, maxAsked).map((place) => askPlace(place, options)))
}

async function askPlace(place: Place, options: Omit<AskOptions, 'address'>): Promise<ServerAnswer> {
  const { host, address } = place
  if (address === undefined) {
    return { host, address, error: noAddressError(host) }
  }
  try {
    return { host, address, message: await askServer({ ...options, address }) }
  } catch (error) {
    if (error instanceof DnsError) return { host, address, error }
    throw error
  }
}
