import { Form, Modal, useMutation, useNavigate, useTranslation } from '@host/plugin-sdk'
import { addDomain, listDomains } from '../shared.ts'

/** Adds a domain and opens its page. */
export function AddDomain({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { mutateAsync } = useMutation(addDomain, {
    invalidates: [listDomains],
    onSuccess: ({ id }) => navigate(`/domains/${id}`),
  })
  const name = {
    label: t('domains.domain'),
    hint: t('domains.nameHint'),
    control: 'text',
    placeholder: 'example.com',
    required: true,
  } as const
  return (
    <Modal open onClose={onClose} title={t('domains.add')} description={t('domains.addHelp')} size="small">
      <Form
        source={addDomain}
        fields={{ name }}
        onSubmit={mutateAsync}
        submitLabel={t('domains.add')}
        onCancel={onClose}
      />
    </Modal>
  )
}
