import { Button, ErrorNote, useMutation, useTranslation } from '@host/plugin-sdk'
import { switchWorkspace } from './switch-workspace.ts'

export interface SwitchAndOpenProps {
  readonly workspace: { readonly id: string; readonly name: string }
  readonly path: string
}

/** Opens a page of another workspace: the session moves there, and the whole page with it. */
export function SwitchAndOpen({ workspace: { id, name }, path }: SwitchAndOpenProps) {
  const { t } = useTranslation()
  const change = useMutation(switchWorkspace, { onSuccess: () => location.assign(`/admin${path}`) })
  return (
    <>
      <Button
        variant="primary"
        icon="arrow-left-right"
        busy={change.isPending}
        onClick={() => change.mutate({ workspaceId: id })}
      >
        {t('notifications.openIn', { name })}
      </Button>
      <ErrorNote error={change.error} />
    </>
  )
}
