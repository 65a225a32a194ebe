import { ConfirmDelete, useMutation, useTranslation } from '@host/plugin-sdk'
import { deleteWorkspace, listWorkspaces } from '../shared.ts'
import type { WorkspaceDialogProps } from './TransferWorkspace.tsx'

/** Asks for the name of the workspace that is to end. */
export function DeleteWorkspace({ workspace, onClose }: WorkspaceDialogProps) {
  const { t } = useTranslation()
  const { mutateAsync } = useMutation(deleteWorkspace, {
    invalidates: [listWorkspaces],
    // Reloads the product: this page is in a workspace that the user has left.
    onSuccess: () => location.assign('/admin'),
  })
  return (
    <ConfirmDelete
      calls={deleteWorkspace}
      open
      onClose={onClose}
      title={t('workspaces.delete.ask', { name: workspace.name })}
      name={workspace.name}
      confirmLabel={t('workspaces.delete.start')}
      onConfirm={() => mutateAsync({ id: workspace.id, confirmation: workspace.name })}
    >
      {t('workspaces.delete.means')}
    </ConfirmDelete>
  )
}
