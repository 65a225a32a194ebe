import { Button, Panel, useDownload, useTranslation } from '@host/plugin-sdk'
import { checkWorkspaceExport, type Workspace } from '../shared.ts'

/** All data of the workspace as one file, which the browser downloads by itself. */
export function ExportPanel({ workspace: { id } }: { readonly workspace: Workspace }) {
  const { t } = useTranslation()
  const { download, isPending } = useDownload({ check: checkWorkspaceExport, path: `/api/workspaces/${id}/export` })
  const button = (
    <Button calls={checkWorkspaceExport} icon="download" busy={isPending} onClick={() => download({ id })}>
      {t('workspaces.export.start')}
    </Button>
  )
  return (
    <Panel title={t('workspaces.export.title')} actions={button}>
      <p className="text-sm text-muted">{t('workspaces.export.description')}</p>
    </Panel>
  )
}
