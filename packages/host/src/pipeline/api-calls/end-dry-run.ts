import { noContent } from '@host/plugin'
import type { PublicScope } from '../../request/request-scope.ts'
import { hasKey, readKey } from '../../idempotency/key-header.ts'

/**
 * Takes the place of the handler: the call was authorized and its input is valid. @throws Problem for an invalid key
 */
export function endDryRun({ request }: PublicScope): Response {
  if (hasKey(request)) readKey(request)
  return noContent()
}
