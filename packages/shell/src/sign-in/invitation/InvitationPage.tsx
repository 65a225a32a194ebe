import { useEffect, useState } from 'react'
import type { PendingInvitation } from '@host/platform-api/recovery'
import { Avatar, Badge, ButtonLink, ErrorState, LoadingRegion, Skeleton, useTranslation } from '@host/plugin-sdk'
import { useSessionState } from '@host/plugin-sdk/shell'
import { DeadLink } from '../recovery/DeadLink.tsx'
import { isDeadLink } from '../recovery/is-dead-link.ts'
import { useLinkToken } from '../recovery/useLinkToken.ts'
import { SignInFrame } from '../SignInFrame.tsx'
import { forgetInvitation, storedInvitation } from './stored-invitation.ts'
import { InvitationWays } from './InvitationWays.tsx'
import { useInvitation } from './useInvitation.ts'

/** Target of an invitation link: the inviter, the workspace, and how to accept. */
export default function InvitationPage() {
  const { t } = useTranslation()
  const linked = useLinkToken()
  const [kept] = useState(storedInvitation)
  const token = linked === '' ? kept : linked
  const { invitation, error, retry } = useInvitation(token)
  const session = useSessionState()
  const isDead = token === '' || isDeadLink(error)
  useEffect(() => {
    if (isDead) forgetInvitation()
  }, [isDead])
  if (isDead) {
    return (
      <DeadLink kind="invitation" isIncomplete={token === ''}>
        <ButtonLink to="~/login">{t('shell.setUp.toSignIn')}</ButtonLink>
      </DeadLink>
    )
  }
  if (error !== null) return <ErrorState error={error} onRetry={retry} />
  if (session.status === 'failed') return <ErrorState error={session.error} onRetry={session.retry} />
  if (invitation === undefined || session.status === 'loading') return <Waiting />
  const me = 'me' in session ? session.me : undefined
  return (
    <SignInFrame
      mark={<Avatar name={invitation.workspace} shape="square" />}
      title={t('shell.invitation.title', { name: invitation.workspace })}
      description={t(
        invitation.invitedBy === null ? 'shell.invitation.description' : 'shell.invitation.descriptionBy',
        {
          name: invitation.invitedBy ?? '',
          email: invitation.email,
          rank: t(`shell.invitation.role.${invitation.role}`),
        },
      )}
    >
      <div className="flex flex-col gap-5">
        <InvitedBy invitation={invitation} />
        <InvitationWays token={token} invitation={invitation} me={me} />
      </div>
    </SignInFrame>
  )
}

/** The person who invites, and the role. */
function InvitedBy({ invitation: { invitedBy, role } }: { readonly invitation: PendingInvitation }) {
  const { t } = useTranslation()
  return (
    <p className="flex items-center gap-2.5 rounded-control bg-sunken px-3 py-2 text-sm">
      {invitedBy !== null && (
        <>
          <Avatar name={invitedBy} size="small" />
          <span className="min-w-0 flex-1 truncate">{t('shell.invitation.by', { name: invitedBy })}</span>
        </>
      )}
      <Badge tone="accent">{t(`shell.invitation.role.${role}`)}</Badge>
    </p>
  )
}

function Waiting() {
  const { t } = useTranslation()
  return (
    <SignInFrame title={t('shell.invitation.waiting')}>
      <LoadingRegion>
        <Skeleton className="h-4 w-80 max-w-full" />
      </LoadingRegion>
    </SignInFrame>
  )
}
