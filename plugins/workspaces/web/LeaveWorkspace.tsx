import { Confirm, useMutation, useTranslation } from '@host/plugin-sdk'
import { leaveWorkspace, listWorkspaces } from '../shared.ts'
import type { WorkspaceDialogProps } from './TransferWorkspace.tsx'

/** Confirms leaving, since only another member can undo it. */
export function LeaveWorkspace({ workspace, onClose }: WorkspaceDialogProps) {
  const { t } = useTranslation()
  const { mutateAsync } = useMutation(leaveWorkspace, {
    invalidates: [listWorkspaces],
    // A document of its own: this one is in a workspace that is no longer the reader's.
    onSuccess: () => location.assign('/admin'),
  })
  return (
    <Confirm
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
