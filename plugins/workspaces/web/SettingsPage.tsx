import { PageHeader, Panel, LoadingRegion, Skeleton, useQuery, useSession, useTranslation } from '@host/plugin-sdk'
import { readWorkspace } from '../shared.ts'
import { WorkspaceForm } from './WorkspaceForm.tsx'

/** What the workspace is called, and under which short name it is known. */
export default function SettingsPage() {
  const { t } = useTranslation()
  const { workspace } = useSession()
  const { data } = useQuery(readWorkspace, { id: workspace?.id ?? '' })
  return (
    <>
      <PageHeader title={t('workspaces.settings.title')} description={t('workspaces.settings.description')} />
      <div className="max-w-2xl">
        {data === undefined ? <FormSkeleton /> : <WorkspaceForm key={data.id} workspace={data} />}
      </div>
    </>
  )
}

function FormSkeleton() {
  return (
    <Panel>
      <LoadingRegion className="flex flex-col gap-5">
        <Skeleton className="h-13 w-full" />
        <Skeleton className="h-13 w-full" />
      </LoadingRegion>
    </Panel>
  )
}
