import { Button, StatusView, useCommand, useTranslation } from '@host/plugin-sdk'
import { ClosedWorkspaces } from './ClosedWorkspaces.tsx'
import { useFrameDialog } from '../frame/FrameDialogs.tsx'

/** Shown to users who belong to no workspace. */
export default function NoWorkspace() {
  const { t } = useTranslation()
  const openDialog = useFrameDialog()
  const create = () => openDialog('createWorkspace')
  useCommand({ id: 'workspace.create', label: t('shell.workspace.create'), icon: 'plus', keys: 'c', run: create })
  const button = (
    <Button variant="primary" icon="plus" onClick={create}>
      {t('shell.workspace.submit')}
    </Button>
  )
  return (
    <StatusView icon="building" tone="accent" title={t('shell.workspace.noneTitle')} actions={button}>
      <p>{t('shell.workspace.noneHelp')}</p>
      <div className="mt-6 text-left">
        <ClosedWorkspaces />
      </div>
    </StatusView>
  )
}
