import { noContent } from '@host/plugin'
import type { PublicScope } from '../context/request-scope.ts'
import { hasKey, readKey } from '../idempotency/key-header.ts'

/** Stands where the handler would: the call was let in and its input is valid. @throws Problem for a key that is none */
export function endDryRun({ request }: PublicScope): Response {
  if (hasKey(request)) readKey(request)
  return noContent()
}
