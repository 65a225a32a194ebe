import { useState, type SubmitEvent } from 'react'
import {
  Button,
  ErrorNote,
  Field,
  formErrors,
  Input,
  Panel,
  useMutation,
  useToast,
  useTranslation,
} from '@host/plugin-sdk'
import { changeWorkspace, listWorkspaces, readWorkspace, type Workspace } from '../shared.ts'

/** The name, saved when it differs, and the short name, which stays. */
export function WorkspaceForm({ workspace }: { readonly workspace: Workspace }) {
  const { t } = useTranslation()
  const toast = useToast()
  const [name, setName] = useState(workspace.name)
  const save = useMutation(changeWorkspace, {
    invalidates: [readWorkspace, listWorkspaces],
    refreshes: ['session'],
    onSuccess: () => toast({ tone: 'positive', title: t('workspaces.settings.saved') }),
  })
  const isDirty = name !== workspace.name
  const { fields, rest } = formErrors(save.error, ['name'])
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isDirty && !save.isPending) save.mutate({ id: workspace.id, name })
  }
  function discard() {
    setName(workspace.name)
    save.reset()
  }
  const buttons = (
    <>
      {isDirty && <Button onClick={discard}>{t('workspaces.settings.discard')}</Button>}
      <Button type="submit" variant="primary" busy={save.isPending} disabled={!isDirty}>
        {t('workspaces.settings.save')}
      </Button>
    </>
  )
  return (
    <form onSubmit={submit}>
      <Panel title={t('workspaces.settings.general')} footer={buttons}>
        <div className="flex flex-col gap-5">
          <Field label={t('workspaces.settings.name')} error={fields.name} required>
            <Input value={name} maxLength={100} onChange={(event) => setName(event.target.value)} />
          </Field>
          <Field label={t('workspaces.settings.slug')} hint={t('workspaces.settings.slugHint')}>
            <Input value={workspace.slug} readOnly />
          </Field>
          <ErrorNote error={rest} />
        </div>
      </Panel>
    </form>
  )
}
