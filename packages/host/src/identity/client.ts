import type { Language } from '@host/plugin'
import { preferredLanguage } from '../http/language.ts'
import { stateOf, type RequestState } from '../middleware/request-state.ts'

/** The other end of a request, as the proxies that are trusted say. */
export type Client = Pick<RequestState, 'address' | 'isSecure'>

/** Who sent a request. One that the host did not let in, such as a test's, comes from nowhere in particular. */
export function clientOf(request: Request): Client {
  return stateOf(request) ?? { address: 'unknown', isSecure: request.url.startsWith('https:') }
}

/** In which language whoever sent a request reads. */
export function languageOf(request: Request): Language {
  return stateOf(request)?.language ?? preferredLanguage(request.headers.get('accept-language'))
}
