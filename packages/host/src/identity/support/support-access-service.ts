import { Problem } from '@host/plugin'
import type { SupportAccessService } from '@host/plugin/platform'
import { requestCaller } from '../../request/request-state.ts'
import { declineSupport, grantSupport } from './decide-support.ts'
import { endSupport, leaveSupport } from './end-support.ts'
import { requestSupport } from './request-support.ts'
import { startSupport } from './start-support.ts'
import type { SupportParts } from './support-parts.ts'
import { listSupport } from './support-store.ts'

/** Makes the service `SupportAccesses`. */
export function supportAccessService(parts: SupportParts): SupportAccessService {
  const { db, clock } = parts
  return Object.freeze<SupportAccessService>({
    request: (request) => requestSupport(parts, request),
    list: (orgId) => listSupport(db, orgId, clock()),
    start: async (request, orgId) => {
      const caller = requestCaller(request)
      if (caller === undefined) throw new Problem('unauthenticated')
      return await startSupport(parts, caller, orgId)
    },
    leave: (actor) => leaveSupport(parts, actor),
    grant: (target, granted) => grantSupport(parts, target, granted),
    decline: (target) => declineSupport(parts, target),
    end: (target) => endSupport(parts, target),
  })
}
