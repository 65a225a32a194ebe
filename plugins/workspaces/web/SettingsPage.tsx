import {
  HelpLink,
  PageHeader,
  Panel,
  LoadingRegion,
  Skeleton,
  useQuery,
  useSession,
  useTranslation,
} from '@host/plugin-sdk'
import { readWorkspace, type Workspace } from '../shared.ts'
import { DangerZone } from './DangerZone.tsx'
import { ExportPanel } from './ExportPanel.tsx'
import { LogoPanel } from './LogoPanel.tsx'
import { SignInRules } from './SignInRules.tsx'
import { SupportPanel } from './SupportPanel.tsx'
import { WorkspaceForm } from './WorkspaceForm.tsx'

/** Name, appearance, sign-in rules and deletion of the workspace. */
export default function SettingsPage() {
  const { t } = useTranslation()
  const { workspace } = useSession()
  const { data } = useQuery(readWorkspace, { id: workspace?.id ?? '' })
  return (
    <>
      <PageHeader
        title={t('workspaces.settings.title')}
        description={t('workspaces.settings.description')}
        actions={<HelpLink slug="workspace-settings" />}
      />
      <div className="flex max-w-4xl flex-col gap-6">
        {data === undefined ? <FormSkeleton /> : <Settings key={data.id} workspace={data} />}
      </div>
    </>
  )
}

function Settings({ workspace }: { readonly workspace: Workspace }) {
  return (
    <>
      <WorkspaceForm workspace={workspace} />
      <LogoPanel workspace={workspace} />
      <SignInRules workspace={workspace} />
      <SupportPanel workspace={workspace} />
      {workspace.role === 'owner' && <ExportPanel workspace={workspace} />}
      <DangerZone workspace={workspace} />
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
