import { isIP } from 'node:net'
import type { Language } from '@host/plugin'
import type { ClientAddressesService } from '@host/plugin/platform'
import { preferredLanguage } from '../http/language.ts'
import { stateOf, type RequestState } from './request-state.ts'

/** The other end of a request, as the proxies that are trusted say. */
export type Client = Pick<RequestState, 'address' | 'isSecure'>

/**
 * The client of a request. A request that did not come through the host, such as a test's, has no particular origin.
 */
export function clientOf(request: Request): Client {
  return stateOf(request) ?? { address: 'unknown', isSecure: request.url.startsWith('https:') }
}

/** The language of a request's sender. */
export function languageOf(request: Request): Language {
  return stateOf(request)?.language ?? preferredLanguage(request.headers.get('accept-language'))
}

/** The service `ClientAddresses`. */
export const clientAddresses: ClientAddressesService = Object.freeze({
  of(request: Request) {
    const { address } = clientOf(request)
    return isIP(address) === 0 ? undefined : address
  },
})
