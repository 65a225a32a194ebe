import { acceptInvitation, type PendingInvitation } from '@host/platform-api/recovery'
import { logout } from '@host/platform-api/sign-out'
import { Alert, Button, ButtonLink, useClient, useNavigate, useTranslation, type Me } from '@host/plugin-sdk'
import { useSessionActions } from '@host/plugin-sdk/shell'
import { PressToGoOn } from '../recovery/PressToGoOn.tsx'
import { SignInNote } from '../SignInNote.tsx'
import { useAttempt } from '../useAttempt.ts'
import { useSignIn } from '../useSignIn.ts'
import { InvitedAccountForm } from './InvitedAccountForm.tsx'
import { forgetInvitation, storeInvitation } from './stored-invitation.ts'

export interface InvitationWaysProps {
  readonly token: string
  readonly invitation: PendingInvitation
  /** The signed-in user. */
  readonly me: Me | undefined
}

/**
 * Ways to accept an invitation. Only the invited account may accept, with its consent; a new account is created on the
 * way. The wrong account is never moved into a workspace.
 */
export function InvitationWays({ token, invitation, me }: InvitationWaysProps) {
  const { t } = useTranslation()
  if (me !== undefined && me.user.email.toLowerCase() !== invitation.email.toLowerCase()) {
    return <WrongAccount token={token} invitation={invitation} me={me} />
  }
  if (me !== undefined) return <Consent token={token} invitation={invitation} me={me} />
  return invitation.hasAccount || !invitation.makesAccount ? (
    <SignInToAccept token={token} invitation={invitation} />
  ) : (
    <div className="flex flex-col gap-4">
      <InvitedAccountForm token={token} email={invitation.email} />
      <ButtonLink to="~/login?return=/invitation" onClick={() => storeInvitation(token)}>
        {t('shell.invitation.useAccount')}
      </ButtonLink>
    </div>
  )
}

function Consent({ token, invitation, me }: InvitationWaysProps & { readonly me: Me }) {
  const { t } = useTranslation()
  const { attempt, isBusy, error } = useSignIn(acceptInvitation)
  function accept() {
    forgetInvitation()
    attempt({ token })
  }
  return (
    <div className="flex flex-col gap-4">
      <Alert>{t('shell.invitation.signedInAs', { email: me.user.email })}</Alert>
      <PressToGoOn
        label={t('shell.invitation.join', { name: invitation.workspace })}
        isBusy={isBusy}
        error={error}
        onPress={accept}
      />
      <NotNow />
    </div>
  )
}

/** Leaves the invitation as it is; the mailed link opens it again. */
function NotNow() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  function leave() {
    forgetInvitation()
    navigate('~/admin')
  }
  return (
    <Button variant="ghost" onClick={leave} className="w-full">
      {t('shell.invitation.notNow')}
    </Button>
  )
}

function SignInToAccept({ token, invitation }: Omit<InvitationWaysProps, 'me'>) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-muted">
        {t(invitation.hasAccount ? 'shell.invitation.hasAccount' : 'shell.invitation.needsAccount', {
          email: invitation.email,
        })}
      </p>
      <ButtonLink to="~/login?return=/invitation" variant="primary" onClick={() => storeInvitation(token)}>
        {t('shell.signIn.submit')}
      </ButtonLink>
    </div>
  )
}

function WrongAccount({ token, invitation, me }: InvitationWaysProps & { readonly me: Me }) {
  const { t } = useTranslation()
  const client = useClient()
  const { signOut } = useSessionActions()
  const { attempt, isBusy, error } = useAttempt(async () => {
    await client.call(logout)
    storeInvitation(token)
    signOut()
  })
  return (
    <div className="flex flex-col gap-4">
      <Alert tone="warning" title={t('shell.invitation.wrongAccount', { email: me.user.email })}>
        {t('shell.invitation.wrongAccountHelp', { email: invitation.email })}
      </Alert>
      <SignInNote error={error} />
      <Button variant="primary" busy={isBusy} onClick={() => attempt()} className="w-full">
        {t('shell.invitation.signOut')}
      </Button>
      <NotNow />
    </div>
  )
}
