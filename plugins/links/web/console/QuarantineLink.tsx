import { Form, Modal, useMutation, useTranslation } from '@host/plugin-sdk'
import {
  listInstanceLinks,
  listReports,
  quarantineLink,
  quarantineReasons,
  readReportSummary,
  type QuarantineReason,
} from '../../shared.ts'

interface QuarantineLinkProps {
  readonly id: string
  readonly reason: QuarantineReason
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Quarantines a link for a reason that its workspace is told. */
export function QuarantineLink({ id, reason, onClose, onDone }: QuarantineLinkProps) {
  const { t } = useTranslation()
  const { mutateAsync } = useMutation(quarantineLink, {
    invalidates: [listReports, readReportSummary, listInstanceLinks],
    onSuccess: () => {
      onClose()
      onDone()
    },
  })
  const options = quarantineReasons.map((value) => ({ value, label: t(`links.quarantine.reason.${value}`) }))
  return (
    <Modal
      open
      onClose={onClose}
      title={t('links.quarantine.quarantine')}
      description={t('links.quarantine.means')}
      size="small"
    >
      <Form
        source={quarantineLink}
        fields={{
          reason: { label: t('links.report.reason'), control: 'select', options, required: true },
          note: { label: t('links.quarantine.note'), hint: t('links.quarantine.noteHint'), control: 'textarea' },
        }}
        values={{ reason }}
        onSubmit={(input) => mutateAsync({ ...input, id })}
        submitLabel={t('links.quarantine.quarantine')}
        onCancel={onClose}
      />
    </Modal>
  )
}
