import { logout } from '@host/platform-api/sign-out'
import { useErrorText, useMutation, useNavigate, useSession, useToast, useTranslation } from '@host/plugin-sdk'
import { useLeave, useSessionActions } from '@host/plugin-sdk/shell'
import { forgetRecent } from '../palette/recent-entries.ts'

/** Ends the session here and goes to the login page; asks before unsaved changes are lost. */
export function useSignOut(): () => void {
  const { t } = useTranslation()
  const { user } = useSession()
  const { signOut, settle } = useSessionActions()
  const navigate = useNavigate()
  const leave = useLeave()
  const toast = useToast()
  const errorText = useErrorText()
  const { mutate } = useMutation(logout, {
    onSuccess() {
      forgetRecent(user.id)
      navigate('~/login', { force: true })
      signOut()
    },
    onError: (error) =>
      toast({
        tone: 'danger',
        title: t('shell.user.signOutFailed'),
        description: errorText(error).nextStep,
      }),
  })
  return () => leave(() => void settle().then(() => mutate()))
}
