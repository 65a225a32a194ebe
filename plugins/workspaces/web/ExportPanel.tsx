import { Button, downloadFile, Panel, useErrorText, useMutation, useToast, useTranslation } from '@host/plugin-sdk'
import { exportWorkspace, type Workspace } from '../shared.ts'

/** All data of the workspace as one file. What could not be read whole is no file but an error. */
export function ExportPanel({ workspace: { id, slug } }: { readonly workspace: Workspace }) {
  const { t } = useTranslation()
  const toast = useToast()
  const errorText = useErrorText()
  const { mutate, isPending } = useMutation(exportWorkspace, {
    onSuccess(data) {
      const name = `${slug}-${new Date().toISOString().slice(0, 10)}.json`
      downloadFile(new File([JSON.stringify(data, null, 2)], name, { type: 'application/json' }))
    },
    onError(error) {
      const { title, cause, nextStep } = errorText(error)
      toast({ tone: 'danger', title, description: cause ?? nextStep })
    },
  })
  const button = (
    <Button icon="download" busy={isPending} onClick={() => mutate({ id })}>
      {t('workspaces.export.start')}
    </Button>
  )
  return (
    <Panel title={t('workspaces.export.title')} actions={button}>
      <p className="text-sm text-muted">{t('workspaces.export.description')}</p>
    </Panel>
  )
}
