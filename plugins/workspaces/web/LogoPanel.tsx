import { Avatar, Button, FileDrop, Panel, useErrorText, useMutation, useToast, useTranslation } from '@host/plugin-sdk'
import { changeWorkspace, largestLogo, listWorkspaces, readWorkspace, type Workspace } from '../shared.ts'
import { readBase64 } from './read-base64.ts'

/** The picture that stands for the workspace in the switcher. A new one takes the place of the last at once. */
export function LogoPanel({ workspace }: { readonly workspace: Workspace }) {
  const { t } = useTranslation()
  const toast = useToast()
  const errorText = useErrorText()
  const { mutate, isPending } = useMutation(changeWorkspace, {
    invalidates: [readWorkspace, listWorkspaces],
    refreshes: ['session'],
    onSuccess: () => toast({ tone: 'positive', title: t('workspaces.settings.saved') }),
    onError(error) {
      const { title, cause, nextStep } = errorText(error)
      toast({ tone: 'danger', title, description: error.problem?.errors?.[0]?.message ?? cause ?? nextStep })
    },
  })
  const put = async ([file]: readonly File[]) => {
    if (file !== undefined) mutate({ id: workspace.id, logo: await readBase64(file) })
  }
  const remove = workspace.logo !== null && (
    <Button size="compact" disabled={isPending} onClick={() => mutate({ id: workspace.id, logo: null })}>
      {t('workspaces.logo.remove')}
    </Button>
  )
  return (
    <Panel title={t('workspaces.logo.title')} description={t('workspaces.logo.description')} actions={remove}>
      <div className="flex items-start gap-4">
        <Avatar name={workspace.name} picture={workspace.logo} shape="square" />
        <div className="min-w-0 flex-1">
          <FileDrop
            label={t('workspaces.logo.title')}
            hint={t('workspaces.logo.hint')}
            accept="image/png,image/jpeg,image/webp"
            maxBytes={largestLogo}
            maxFiles={1}
            disabled={isPending}
            files={[]}
            onChange={(files) => void put(files)}
          />
        </div>
      </div>
    </Panel>
  )
}
