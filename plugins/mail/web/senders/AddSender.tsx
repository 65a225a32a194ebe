import { Alert, ButtonLink, Form, Modal, useMutation, useNavigate, useQuery, useTranslation } from '@host/plugin-sdk'
import { createSender, listMailDomains, listSenders } from '../../shared.ts'

/** Sets up sending from a verified domain, and shows its page. */
export function AddSender({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const { data: domains } = useQuery(listMailDomains)
  // The dialog opens with its field, so that it has the focus.
  if (domains === undefined) return null
  const options = domains.items.map(({ name, asciiName }) => ({ value: asciiName, label: name }))
  return (
    <Modal open onClose={onClose} title={t('mail.senders.add')} description={t('mail.senders.addHelp')} size="small">
      {options.length === 0 ? <NoDomain /> : <AddForm options={options} onClose={onClose} />}
    </Modal>
  )
}

interface AddFormProps {
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onClose: () => void
}

function AddForm({ options, onClose }: AddFormProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { mutateAsync } = useMutation(createSender, {
    invalidates: [listSenders],
    onSuccess: ({ id }) => navigate(`/mail/senders/${id}`),
  })
  return (
    <Form
      source={createSender}
      fields={{ domain: { label: t('mail.senders.domain'), control: 'select', options, required: true } }}
      values={{ domain: options[0]?.value ?? '' }}
      onSubmit={mutateAsync}
      submitLabel={t('mail.senders.setUp')}
      onCancel={onClose}
    />
  )
}

function NoDomain() {
  const { t } = useTranslation()
  const link = (
    <ButtonLink to="/domains" size="compact">
      {t('mail.mailboxes.verify')}
    </ButtonLink>
  )
  return (
    <Alert title={t('mail.mailboxes.noDomain')} action={link}>
      {t('mail.senders.noDomainHelp')}
    </Alert>
  )
}
