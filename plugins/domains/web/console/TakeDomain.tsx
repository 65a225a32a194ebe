import { Form, Modal, useMutation, useTranslation } from '@host/plugin-sdk'
import { listAllDomains, takeDomain, type InstanceDomain } from '../../shared.ts'

export interface TakeDomainProps {
  readonly domain: InstanceDomain
  readonly onClose: () => void
  /** Called once it was taken away. */
  readonly onTaken: () => void
}

/** Takes a domain away from its workspace, for a reason that the workspace is told. */
export function TakeDomain({ domain: { id, name, workspace }, onClose, onTaken }: TakeDomainProps) {
  const { t } = useTranslation()
  const { mutateAsync } = useMutation(takeDomain, { invalidates: [listAllDomains], onSuccess: onTaken })
  return (
    <Modal
      open
      onClose={onClose}
      title={t('domains.console.take')}
      description={t('domains.console.takeMeans', { workspace: workspace.name })}
      size="small"
    >
      <Form
        source={takeDomain}
        fields={{
          name: {
            label: t('domains.console.typeName', { name }),
            control: 'text',
            required: true,
          },
          reason: {
            label: t('domains.console.reason'),
            hint: t('domains.console.reasonHint'),
            control: 'textarea',
            required: true,
          },
        }}
        onSubmit={(values) => mutateAsync({ ...values, id })}
        submitLabel={t('domains.console.take')}
        onCancel={onClose}
      />
    </Modal>
  )
}
