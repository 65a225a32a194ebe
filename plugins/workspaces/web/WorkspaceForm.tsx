import { Field, Form, Input, useMutation, useToast, useTranslation } from '@host/plugin-sdk'
import { changeWorkspace, listWorkspaces, readWorkspace, type Workspace } from '../shared.ts'

/** The name, and the short name, which stays. */
export function WorkspaceForm({ workspace }: { readonly workspace: Workspace }) {
  const { t } = useTranslation()
  const toast = useToast()
  const { mutateAsync } = useMutation(changeWorkspace, {
    invalidates: [readWorkspace, listWorkspaces],
    refreshes: ['session'],
    onSuccess: () => toast({ tone: 'positive', title: t('workspaces.settings.saved') }),
  })
  return (
    <Form
      source={changeWorkspace}
      variant="settings"
      title={t('workspaces.settings.general')}
      fields={{ name: { label: t('workspaces.settings.name') } }}
      values={{ name: workspace.name }}
      onSubmit={(input) => mutateAsync({ id: workspace.id, ...input })}
    >
      <Field label={t('workspaces.settings.slug')} hint={t('workspaces.settings.slugHint')}>
        <Input value={workspace.slug} readOnly />
      </Field>
    </Form>
  )
}
