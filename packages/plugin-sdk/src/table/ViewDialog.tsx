import { changeView, createView, listViews, type SavedView } from '@host/platform-api/views'
import { DialogActions } from '../components/DialogActions.tsx'
import { useState, type SubmitEvent } from 'react'
import { hasRole } from '@host/plugin/wire'
import { Button } from '../components/Button.tsx'
import { Checkbox } from '../components/Checkbox.tsx'
import { ErrorNote } from '../components/ErrorNote.tsx'
import { Field } from '../components/Field.tsx'
import { formErrors } from '../components/form-errors.ts'
import { Input } from '../components/Input.tsx'
import { Modal } from '../components/Modal.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useMutation } from '../query/useMutation.ts'
import { useSession } from '../session/useSession.ts'
import type { TableHandle } from './useTable.ts'

export interface ViewDialogProps {
  readonly table: TableHandle
  /** The view that gets another name; a new one is saved when left out. */
  readonly view: SavedView | undefined
  readonly onDone: (view: SavedView) => void
  readonly onClose: () => void
}

/** Asks for the name of a view. */
export function ViewDialog({ table, view, onDone, onClose }: ViewDialogProps) {
  const { t } = useTranslation()
  const { role } = useSession()
  const [name, setName] = useState(view?.name ?? '')
  const [isShared, setShared] = useState(false)
  const effects = { invalidates: [listViews], onSuccess: finish }
  const create = useMutation(createView, effects)
  const rename = useMutation(changeView, effects)
  const { fields, rest } = formErrors(create.error ?? rename.error, ['name'])
  const isBusy = create.isPending || rename.isPending
  function finish(saved: SavedView) {
    if (view === undefined) onDone(saved)
    onClose()
  }
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isBusy || name.trim() === '') return
    if (view !== undefined) rename.mutate({ id: view.id, name: name.trim() })
    else create.mutate({ page: table.path, query: table.viewQuery, name: name.trim(), isShared })
  }
  return (
    <Modal open onClose={onClose} size="small" title={t(view === undefined ? 'sdk.views.save' : 'sdk.views.rename')}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label={t('sdk.views.name')} hint={t('sdk.views.nameHint')} error={fields['name']} required>
          <Input value={name} maxLength={80} autoComplete="off" onChange={(event) => setName(event.target.value)} />
        </Field>
        {view === undefined && hasRole(role ?? undefined, 'admin') && (
          <Checkbox label={t('sdk.views.shareNew')} checked={isShared} onChange={setShared} />
        )}
        <ErrorNote error={rest} />
        <DialogActions>
          <Button onClick={onClose}>{t('sdk.cancel')}</Button>
          <Button type="submit" variant="primary" busy={isBusy} disabled={name.trim() === ''}>
            {t('sdk.views.submit')}
          </Button>
        </DialogActions>
      </form>
    </Modal>
  )
}
