import { Form, Modal, useMutation, useTranslation } from '@host/plugin-sdk'
import { addHost, listHosts } from '../../shared.ts'

/** Adds a host for links. */
export function AddHost({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const { mutateAsync } = useMutation(addHost, { invalidates: [listHosts], onSuccess: onClose })
  const fields = {
    host: { label: t('links.host'), control: 'text', placeholder: 'go.example.com', required: true },
    isCaseSensitive: { label: t('links.hosts.case'), hint: t('links.hosts.caseHint'), control: 'checkbox' },
  } as const
  return (
    <Modal open onClose={onClose} title={t('links.hosts.add')} description={t('links.hosts.addHelp')} size="small">
      <Form
        source={addHost}
        fields={fields}
        onSubmit={mutateAsync}
        submitLabel={t('links.hosts.add')}
        onCancel={onClose}
      />
    </Modal>
  )
}
