import { useErrorText, useMutation, useNavigate, useToast, useTranslation } from '@host/plugin-sdk'
import { useSessionActions } from '@host/plugin-sdk/shell'
import { logout } from '../endpoints.ts'

/** Ends the session here and goes to the login page. */
export function useSignOut(): () => void {
  const { t } = useTranslation()
  const { end, settle } = useSessionActions()
  const navigate = useNavigate()
  const toast = useToast()
  const errorText = useErrorText()
  const { mutate } = useMutation(logout, {
    onSuccess() {
      navigate('~/login')
      end()
    },
    onError: (error) =>
      toast({
        tone: 'danger',
        title: t('shell.user.signOutFailed'),
        description: errorText(error).nextStep,
      }),
  })
  return () => void settle().then(() => mutate())
}
