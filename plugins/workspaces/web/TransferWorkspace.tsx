import { Form, Modal, useListQuery, useMutation, useSession, useToast, useTranslation } from '@host/plugin-sdk'
import { listMembers, transferWorkspace, type Workspace } from '../shared.ts'

export interface WorkspaceDialogProps {
  readonly workspace: Workspace
  readonly onClose: () => void
}

/** Hands the workspace over to another member. */
export function TransferWorkspace({ workspace, onClose }: WorkspaceDialogProps) {
  const { t } = useTranslation()
  const toast = useToast()
  const { user } = useSession()
  const { items = [] } = useListQuery(listMembers, { limit: 200, sort: 'name' })
  const options = items
    .filter(({ userId, role }) => userId !== user.id && role !== 'owner')
    .map(({ userId, name, email }) => ({ value: userId, label: name, description: email }))
  const { mutateAsync } = useMutation(transferWorkspace, {
    invalidates: [listMembers],
    refreshes: ['session'],
    onSuccess() {
      toast({ tone: 'positive', title: t('workspaces.transfer.done', { name: workspace.name }) })
      onClose()
    },
  })
  return (
    <Modal open onClose={onClose} title={t('workspaces.transfer.title')} description={t('workspaces.transfer.means')}>
      <Form
        source={transferWorkspace}
        fields={{ userId: { label: t('workspaces.transfer.to'), control: 'select', options } }}
        onSubmit={(input) => mutateAsync({ id: workspace.id, ...input })}
        submitLabel={t('workspaces.transfer.start')}
        onCancel={onClose}
      />
    </Modal>
  )
}
