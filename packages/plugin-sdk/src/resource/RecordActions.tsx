import { useState } from 'react'
import type { AnyResource } from '@host/plugin/wire'
import { Button } from '../components/Button.tsx'
import { Confirm } from '../components/Confirm.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { Modal } from '../components/Modal.tsx'
import { SkeletonRows } from '../components/Skeleton.tsx'
import { usePermission } from '../hooks/usePermission.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useMutation } from '../query/useMutation.ts'
import { useQuery } from '../query/useQuery.ts'
import { titleOf } from './field-reading.ts'
import { recordEndpoints, type AnyRecord } from './record-endpoints.ts'
import { ResourceForm } from './ResourceForm.tsx'

interface RecordActionsProps {
  readonly resource: AnyResource
  readonly record: AnyRecord
  /** Whether the buttons are icons, as in an entry of a list. */
  readonly isCompact?: boolean
  readonly onDeleted?: () => void
}

/** The buttons that change and delete a record, for users who may, and their dialogs. */
export function RecordActions({ resource, record, isCompact = false, onDeleted }: RecordActionsProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'form' | 'question' | null>(null)
  const { change, remove, list } = recordEndpoints(resource)
  const [mayChange, mayDelete] = [usePermission(change), usePermission(remove)]
  const { mutateAsync } = useMutation(remove, { invalidates: [list] })
  const close = () => setOpen(null)
  const name = titleOf(resource, record)
  const buttons = [
    ...(mayDelete ? [{ opens: 'question', icon: 'trash', label: t('sdk.resource.delete') } as const] : []),
    ...(mayChange ? [{ opens: 'form', icon: 'pencil', label: t('sdk.resource.edit') } as const] : []),
  ]
  async function confirm(): Promise<void> {
    await mutateAsync({ id: record.id })
    onDeleted?.()
  }
  return (
    <>
      {buttons.map(({ opens, icon, label }) =>
        isCompact ? (
          <IconButton
            key={opens}
            size="compact"
            icon={icon}
            label={t(`sdk.resource.${opens === 'form' ? 'editOne' : 'deleteOne'}`, { name })}
            onClick={() => setOpen(opens)}
          />
        ) : (
          <Button key={opens} {...(opens === 'form' && { variant: 'primary', icon })} onClick={() => setOpen(opens)}>
            {label}
          </Button>
        ),
      )}
      <Modal open={open === 'form'} onClose={close} title={t('sdk.resource.editOne', { name })}>
        <RecordForm resource={resource} id={record.id} onClose={close} />
      </Modal>
      <Confirm
        open={open === 'question'}
        onClose={close}
        title={t('sdk.resource.deleteQuestion', { name })}
        confirmLabel={t('sdk.resource.delete')}
        variant="danger"
        onConfirm={confirm}
      >
        {t('sdk.resource.deleteMeans')}
      </Confirm>
    </>
  )
}

interface RecordFormProps {
  readonly resource: AnyResource
  readonly id: string
  readonly onClose: () => void
}

/** The form of a stored record, which is read whole: a record of a list has no long texts. */
function RecordForm({ resource, id, onClose }: RecordFormProps) {
  const { data: record } = useQuery(recordEndpoints(resource).read, { id })
  if (record === undefined) return <SkeletonRows rows={4} />
  return <ResourceForm resource={resource} record={record} onDone={onClose} onCancel={onClose} />
}
