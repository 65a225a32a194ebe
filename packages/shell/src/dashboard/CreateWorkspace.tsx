import { createWorkspace, listWorkspaces } from '@host/platform-api/workspaces'
import { Form, Modal, useMutation, useTranslation } from '@host/plugin-sdk'
import { useSwitchWorkspace } from '../session/useSwitchWorkspace.ts'

/** Makes a workspace and goes there. */
export default function CreateWorkspace({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const switchTo = useSwitchWorkspace()
  const { mutateAsync } = useMutation(createWorkspace, {
    invalidates: [listWorkspaces],
    onSuccess({ id }) {
      onClose()
      switchTo(id)
    },
  })
  return (
    <Modal open onClose={onClose} size="small" title={t('shell.workspace.create')}>
      <Form
        source={createWorkspace}
        fields={{ name: { label: t('shell.workspace.name'), hint: t('shell.workspace.nameHint'), required: true } }}
        onSubmit={mutateAsync}
        submitLabel={t('shell.workspace.submit')}
        onCancel={onClose}
      />
    </Modal>
  )
}
