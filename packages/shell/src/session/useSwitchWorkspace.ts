import { switchWorkspace } from '@host/platform-api/session'
import { useErrorText, useMutation, useNavigate, useToast, useTranslation } from '@host/plugin-sdk'
import { useLeave, useSessionActions, workspaceBase } from '@host/plugin-sdk/shell'

/**
 * Opens another workspace in this tab, at the address of its overview: the open page may not exist there. Asks before
 * unsaved changes are lost.
 */
export function useSwitchWorkspace(): (workspaceId: string) => void {
  const { t } = useTranslation()
  const { adopt, settle } = useSessionActions()
  const navigate = useNavigate()
  const leave = useLeave()
  const toast = useToast()
  const errorText = useErrorText()
  const { mutate } = useMutation(switchWorkspace, {
    onSuccess(me) {
      navigate(`~${workspaceBase(me.workspace?.slug)}`, { force: true })
      adopt(me)
      toast({ tone: 'positive', title: t('shell.workspace.switched', { name: me.workspace?.name ?? '' }) })
    },
    onError: (error) =>
      toast({
        tone: 'danger',
        title: t('shell.workspace.switchFailed'),
        description: errorText(error).nextStep,
      }),
  })
  return (workspaceId) => leave(() => void settle().then(() => mutate({ workspaceId })))
}
