import { requestHeader } from '../http/node-request.ts'

/** The browser tab that a request says it comes from; null for one that says none, or nothing that could be one. */
export function tabOf(request: Request): string | null {
  const tab = requestHeader(request, 'x-tab-id')
  return tab !== null && /^[\x21-\x7e]{1,64}$/.test(tab) ? tab : null
}
