import { Form, Modal, Select, useListQuery, useMutation, useTranslation, type CustomControl } from '@host/plugin-sdk'
import { changeSignature, createSignature, listMailboxes, listSignatures, type Signature } from '../../shared.ts'

export interface SignatureDialogProps {
  /** Undefined for a new one. */
  readonly signature: Signature | undefined
  readonly onClose: () => void
}

/** Creates or changes a signature. */
export function SignatureDialog({ signature, onClose }: SignatureDialogProps) {
  const { t } = useTranslation()
  const options = { invalidates: [listSignatures], onSuccess: onClose }
  const create = useMutation(createSignature, options)
  const change = useMutation(changeSignature, options)
  const { id, ...given } = signature ?? {
    id: undefined,
    name: '',
    mailboxId: null,
    text: '',
    html: null,
    isDefault: true,
  }
  return (
    <Modal
      open
      onClose={onClose}
      title={signature === undefined ? t('mail.signatures.create') : t('mail.signatures.edit')}
    >
      <Form
        source={createSignature}
        fields={{
          name: { label: t('mail.signatures.name'), control: 'text', required: true },
          text: { label: t('mail.signatures.text'), control: 'textarea', required: true },
          html: { label: t('mail.signatures.html'), hint: t('mail.signatures.htmlHint'), control: 'textarea' },
          mailboxId: { label: t('mail.signatures.mailbox'), render: (control) => <MailboxChoice {...control} /> },
          isDefault: { label: t('mail.signatures.isDefault'), control: 'checkbox' },
        }}
        values={given}
        onSubmit={(input) => (id === undefined ? create.mutateAsync(input) : change.mutateAsync({ ...input, id }))}
        submitLabel={t('mail.signatures.save')}
        onCancel={onClose}
      />
    </Modal>
  )
}

const all = 'all'

function MailboxChoice({ value, onChange }: CustomControl<string | null>) {
  const { t } = useTranslation()
  const { items = [] } = useListQuery(listMailboxes, { limit: 100 })
  const options = items.filter(({ canRead }) => canRead).map(({ id, address }) => ({ value: id, label: address }))
  return (
    <Select
      value={value ?? all}
      options={[{ value: all, label: t('mail.signatures.allMailboxes') }, ...options]}
      onChange={(next) => onChange(next === all ? null : next)}
    />
  )
}
