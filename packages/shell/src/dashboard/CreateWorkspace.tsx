import { useState, type SubmitEvent } from 'react'
import { Button, ErrorNote, Field, formErrors, Input, Modal, useMutation, useTranslation } from '@host/plugin-sdk'
import { createWorkspace, listWorkspaces } from '../endpoints.ts'
import { useSwitchWorkspace } from '../session/useSwitchWorkspace.ts'

/** Makes a workspace and goes there. */
export default function CreateWorkspace({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const switchTo = useSwitchWorkspace()
  const [name, setName] = useState('')
  const { mutate, isPending, error } = useMutation(createWorkspace, {
    invalidates: [listWorkspaces],
    onSuccess({ id }) {
      onClose()
      switchTo(id)
    },
  })
  const { fields, rest } = formErrors(error, ['name'])
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isPending && name.trim() !== '') mutate({ name: name.trim() })
  }
  return (
    <Modal open onClose={onClose} size="small" title={t('shell.workspace.create')}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label={t('shell.workspace.name')} hint={t('shell.workspace.nameHint')} error={fields.name} required>
          <Input value={name} maxLength={100} autoComplete="off" onChange={(event) => setName(event.target.value)} />
        </Field>
        <ErrorNote error={rest} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('shell.workspace.cancel')}</Button>
          <Button type="submit" variant="primary" busy={isPending} disabled={name.trim() === ''}>
            {t('shell.workspace.submit')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
