import { Confirm, useMutation, useTranslation } from '@host/plugin-sdk'
import { leaveWorkspace, listWorkspaces } from '../shared.ts'
import type { WorkspaceDialogProps } from './TransferWorkspace.tsx'

/** Confirms leaving, since only another member can undo it. */
export function LeaveWorkspace({ workspace, onClose }: WorkspaceDialogProps) {
  const { t } = useTranslation()
  const { mutateAsync } = useMutation(leaveWorkspace, {
    invalidates: [listWorkspaces],
    // Reloads the product: this page is in a workspace that the user has left.
    onSuccess: () => location.assign('/admin'),
  })
  return (
    <Confirm
      calls={leaveWorkspace}
      open
      onClose={onClose}
      title={t('workspaces.leave.ask', { name: workspace.name })}
      confirmLabel={t('workspaces.leave.start')}
      variant="danger"
      onConfirm={() => mutateAsync({ id: workspace.id })}
    >
      {t('workspaces.leave.means')}
    </Confirm>
  )
}
