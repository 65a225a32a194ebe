import { Avatar, Button, FileField, Panel, useMutation, useToast, useTranslation } from '@host/plugin-sdk'
import { changeLogo, listWorkspaces, readWorkspace, removeLogo, type Workspace } from '../shared.ts'

/** The picture that represents the workspace in the switcher. A new one replaces the last at once. */
export function LogoPanel({ workspace }: { readonly workspace: Workspace }) {
  const { id } = workspace
  const { t } = useTranslation()
  const toast = useToast()
  const saved = () => toast({ tone: 'positive', title: t('workspaces.settings.saved') })
  const effects = { invalidates: [readWorkspace, listWorkspaces], refreshes: ['session'] } as const
  const { mutate, isPending } = useMutation(removeLogo, { ...effects, onSuccess: saved })
  const remove = workspace.logo !== null && (
    <Button size="compact" disabled={isPending} onClick={() => mutate({ id })}>
      {t('workspaces.logo.remove')}
    </Button>
  )
  return (
    <Panel title={t('workspaces.logo.title')} description={t('workspaces.logo.description')} actions={remove}>
      <div className="flex items-start gap-4">
        <Avatar name={workspace.name} of={workspace.id} picture={workspace.logo} shape="square" />
        <div className="min-w-0 flex-1">
          <FileField
            {...effects}
            label={t('workspaces.logo.title')}
            hint={t('workspaces.logo.hint')}
            upload={changeLogo}
            input={{ id }}
            maxFiles={1}
            disabled={isPending}
            onUploaded={saved}
          />
        </div>
      </div>
    </Panel>
  )
}
