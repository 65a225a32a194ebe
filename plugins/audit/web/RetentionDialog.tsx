import { useState, type SubmitEvent } from 'react'
import {
  Alert,
  Button,
  ErrorNote,
  Field,
  formErrors,
  Input,
  Modal,
  useMutation,
  useToast,
  useTranslation,
} from '@host/plugin-sdk'
import { retentionBounds } from '../shared.ts'
import type { AuditSource } from './audit-source.ts'

export interface RetentionDialogProps {
  readonly source: AuditSource
  readonly days: number
  readonly onClose: () => void
}

/** Asks for how many days entries are to be kept. */
export function RetentionDialog({ source, days, onClose }: RetentionDialogProps) {
  const { t } = useTranslation()
  const toast = useToast()
  const [text, setText] = useState(String(days))
  const { mutate, isPending, error } = useMutation(source.changeRetention, {
    invalidates: [source.retention, source.list],
    onSuccess(changed) {
      toast({ tone: 'positive', title: t('audit.retention.saved', { count: changed.days }) })
      onClose()
    },
  })
  const { fields, rest } = formErrors(error, ['days'])
  const wanted = Number(text)
  const { least, most } = retentionBounds
  const isRight = Number.isInteger(wanted) && wanted >= least && wanted <= most
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isRight && !isPending) mutate({ days: wanted })
  }
  return (
    <Modal open onClose={onClose} size="small" title={t('audit.retention.title')}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label={t('audit.retention.label')}
          hint={t('audit.retention.bounds', { least, most })}
          error={fields.days}
          required
        >
          <Input
            type="number"
            inputMode="numeric"
            min={least}
            max={most}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        {isRight && wanted < days && <Alert tone="warning" title={t('audit.retention.shorter', { count: wanted })} />}
        <ErrorNote error={rest} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('audit.cancel')}</Button>
          <Button type="submit" variant="primary" busy={isPending} disabled={!isRight || wanted === days}>
            {t('audit.retention.save')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
