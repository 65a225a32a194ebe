import { Alert, ButtonLink, Form, Modal, useMutation, useNavigate, useQuery, useTranslation } from '@host/plugin-sdk'
import { createMailbox, listMailboxes, listMailDomains } from '../../shared.ts'

/** Creates a mailbox on a verified domain, and shows its settings. */
export function CreateMailbox({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const { data: domains } = useQuery(listMailDomains)
  // The dialog opens with its fields, so that the address has the focus.
  if (domains === undefined) return null
  const [first] = domains.items
  return (
    <Modal open onClose={onClose} title={t('mail.mailboxes.create')}>
      {first === undefined ? <NoDomain /> : <CreateForm domain={first.name} onClose={onClose} />}
    </Modal>
  )
}

interface CreateFormProps {
  /** A domain that the address may be on. */
  readonly domain: string
  readonly onClose: () => void
}

function CreateForm({ domain, onClose }: CreateFormProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { mutateAsync } = useMutation(createMailbox, {
    invalidates: [listMailboxes],
    onSuccess: ({ id }) => navigate(`/mail/mailboxes/${id}`),
  })
  return (
    <Form
      source={createMailbox}
      fields={{
        address: {
          label: t('mail.mailboxes.address'),
          hint: t('mail.mailboxes.addressHint', { example: `info@${domain}` }),
          control: 'text',
          required: true,
        },
        name: { label: t('mail.mailboxes.name'), hint: t('mail.mailboxes.nameHint'), control: 'text' },
      }}
      onSubmit={mutateAsync}
      submitLabel={t('mail.mailboxes.create')}
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
      {t('mail.mailboxes.noDomainHelp')}
    </Alert>
  )
}
