import { Alert, Form, Modal, useMutation, useToast, useTranslation } from '@host/plugin-sdk'
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
  const { mutateAsync } = useMutation(source.changeRetention, {
    invalidates: [source.retention, source.list],
    onSuccess(changed) {
      toast({ tone: 'positive', title: t('audit.retention.saved', { count: changed.days }) })
      onClose()
    },
  })
  const { least, most } = retentionBounds
  return (
    <Modal open onClose={onClose} size="small" title={t('audit.retention.title')}>
      <Form
        source={source.changeRetention}
        fields={{ days: { label: t('audit.retention.label'), hint: t('audit.retention.bounds', { least, most }) } }}
        values={{ days }}
        onSubmit={mutateAsync}
        submitLabel={t('audit.retention.save')}
        onCancel={onClose}
      >
        {({ days: wanted = days }) =>
          wanted >= least &&
          wanted < days && <Alert tone="warning" title={t('audit.retention.shorter', { count: wanted })} />
        }
      </Form>
    </Modal>
  )
}
