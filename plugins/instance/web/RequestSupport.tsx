import { Form, Modal, Select, useMutation, useTranslation } from '@host/plugin-sdk'
import { listSupportRequests, requestSupport, type InstanceWorkspace } from '../shared.ts'
import { supportDurations, useSupportDuration } from './useSupportDuration.ts'

export interface RequestSupportProps {
  readonly workspace: InstanceWorkspace
  readonly onClose: () => void
}

/** Requests access to a workspace from its owners, with a reason and a duration. */
export function RequestSupport({ workspace: { id, name }, onClose }: RequestSupportProps) {
  const { t } = useTranslation()
  const durationOf = useSupportDuration()
  const options = supportDurations.map((minutes) => ({ value: String(minutes), label: durationOf(minutes) }))
  const { mutateAsync } = useMutation(requestSupport, { invalidates: [listSupportRequests], onSuccess: onClose })
  return (
    <Modal
      open
      onClose={onClose}
      size="small"
      title={t('instance.support.requestTitle', { name })}
      description={t('instance.support.requestMeans')}
    >
      <Form
        source={requestSupport}
        fields={{
          reason: {
            label: t('instance.support.reason'),
            hint: t('instance.support.reasonHint'),
            control: 'textarea',
          },
          minutes: {
            label: t('instance.support.duration'),
            render: ({ value, onChange }) => (
              <Select value={String(value)} options={options} onChange={(text) => onChange(Number(text))} />
            ),
          },
        }}
        values={{ minutes: 60 }}
        onSubmit={(input) => mutateAsync({ ...input, id })}
        submitLabel={t('instance.support.request')}
        onCancel={onClose}
      />
    </Modal>
  )
}
