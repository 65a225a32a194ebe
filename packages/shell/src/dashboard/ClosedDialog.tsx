import { Button, Modal, useTranslation } from '@host/plugin-sdk'
import { ClosedWorkspaces } from './ClosedWorkspaces.tsx'

/** The reader's workspaces that are to be erased, over any page. */
export default function ClosedDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal
      open
      onClose={onClose}
      title={t('shell.workspace.closed')}
      footer={<Button onClick={onClose}>{t('sdk.close')}</Button>}
    >
      <ClosedWorkspaces />
    </Modal>
  )
}
