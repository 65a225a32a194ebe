import { Form, useMutation, useNavigate, useTranslation } from '@host/plugin-sdk'
import { createSender, listSenders } from '../../shared.ts'
import { DomainDialog } from '../mailboxes/DomainDialog.tsx'

/** Sets up sending from a verified domain, and shows its page. */
export function AddSender({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { mutateAsync } = useMutation(createSender, {
    invalidates: [listSenders],
    onSuccess: ({ id }) => navigate(`/mail/senders/${id}`),
  })
  return (
    <DomainDialog
      title={t('mail.senders.add')}
      description={t('mail.senders.addHelp')}
      withoutDomain={t('mail.senders.noDomainHelp')}
      onClose={onClose}
    >
      {(domains) => {
        const options = domains.map(({ name, asciiName }) => ({ value: asciiName, label: name }))
        return (
          <Form
            source={createSender}
            fields={{ domain: { label: t('mail.senders.domain'), control: 'select', options, required: true } }}
            values={{ domain: domains[0].asciiName }}
            onSubmit={mutateAsync}
            submitLabel={t('mail.senders.setUp')}
            onCancel={onClose}
          />
        )
      }}
    </DomainDialog>
  )
}
