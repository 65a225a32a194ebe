import { lazy, Suspense, useState } from 'react'
import { Button, StatusView, useTranslation } from '@host/plugin-sdk'

const CreateWorkspace = lazy(() => import('./CreateWorkspace.tsx'))

/** What somebody sees who belongs to no workspace. */
export function NoWorkspace() {
  const { t } = useTranslation()
  const [isCreating, setCreating] = useState(false)
  const create = (
    <Button variant="primary" icon="plus" onClick={() => setCreating(true)}>
      {t('shell.workspace.submit')}
    </Button>
  )
  return (
    <>
      <StatusView icon="building" tone="accent" title={t('shell.workspace.noneTitle')} actions={create}>
        <p>{t('shell.workspace.noneHelp')}</p>
      </StatusView>
      {isCreating && (
        <Suspense>
          <CreateWorkspace onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </>
  )
}
