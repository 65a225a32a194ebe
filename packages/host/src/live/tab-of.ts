import { requestHeader } from '../http/node-request.ts'
import { requestCaller } from '../request/request-state.ts'
import type { Tab } from './live-message.ts'

/** The browser tab that a request says it comes from; null for one that says none, or nothing that could be one. */
export function tabOf(request: Request): Tab | null {
  const name = requestHeader(request, 'x-tab-id')
  const sessionId = requestCaller(request)?.sessionId
  if (name === null || sessionId === undefined || !/^[\x21-\x7e]{1,64}$/.test(name)) return null
  return { sessionId, name }
}
