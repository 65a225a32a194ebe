import { Form, useMutation, useNavigate, useTranslation } from '@host/plugin-sdk'
import { createMailbox, listMailboxes } from '../../shared.ts'
import { DomainDialog } from './DomainDialog.tsx'

/** Creates a mailbox on a verified domain, and shows its settings. */
export function CreateMailbox({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { mutateAsync } = useMutation(createMailbox, {
    invalidates: [listMailboxes],
    onSuccess: ({ id }) => navigate(`/mail/mailboxes/${id}`),
  })
  return (
    <DomainDialog title={t('mail.mailboxes.create')} withoutDomain={t('mail.mailboxes.noDomainHelp')} onClose={onClose}>
      {([domain]) => (
        <Form
          source={createMailbox}
          fields={{
            address: {
              label: t('mail.mailboxes.address'),
              hint: t('mail.mailboxes.addressHint', { example: `info@${domain.name}` }),
              control: 'text',
              required: true,
            },
            name: { label: t('mail.mailboxes.name'), hint: t('mail.mailboxes.nameHint'), control: 'text' },
          }}
          onSubmit={mutateAsync}
          submitLabel={t('mail.mailboxes.create')}
          onCancel={onClose}
        />
      )}
    </DomainDialog>
  )
}
