import { useCallback } from 'react'
import { readInvitation, type PendingInvitation } from '@host/platform-api/recovery'
import { useLinkTarget, type LinkTarget } from '../recovery/useLinkTarget.ts'
import { useAnonymousCall } from '../useAnonymousCall.ts'

/** An invitation that is looked up. */
export interface InvitationState extends Omit<LinkTarget<PendingInvitation>, 'found'> {
  /** Undefined until it is there. */
  readonly invitation: PendingInvitation | undefined
}

/** Looks an invitation up. */
export function useInvitation(token: string): InvitationState {
  const call = useAnonymousCall()
  const read = useCallback((secret: string) => call(readInvitation, { token: secret }), [call])
  const { found: invitation, ...rest } = useLinkTarget(token, read)
  return { invitation, ...rest }
}
