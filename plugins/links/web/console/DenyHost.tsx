import { Form, Modal, useMutation, useTranslation } from '@host/plugin-sdk'
import { addDeniedHost, listDeniedHosts, listInstanceLinks, listReports, readReportSummary } from '../../shared.ts'

interface DenyHostProps {
  readonly host: string
  readonly onClose: () => void
}

/** Denies a host, for all links of the instance. */
export function DenyHost({ host, onClose }: DenyHostProps) {
  const { t } = useTranslation()
  const { mutateAsync } = useMutation(addDeniedHost, {
    invalidates: [listDeniedHosts, listReports, readReportSummary, listInstanceLinks],
    onSuccess: onClose,
  })
  return (
    <Modal open onClose={onClose} title={t('links.denied.add')} description={t('links.denied.means')} size="small">
      <Form
        source={addDeniedHost}
        fields={{
          host: { label: t('links.host'), control: 'text', placeholder: 'evil.example', required: true },
          note: { label: t('links.note'), control: 'textarea' },
        }}
        values={{ host }}
        onSubmit={mutateAsync}
        submitLabel={t('links.denied.add')}
        onCancel={onClose}
      />
    </Modal>
  )
}
