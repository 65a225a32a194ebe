import { Form, Modal, useMutation, useTranslation } from '@host/plugin-sdk'
import { changeTransport, createTransport, listTransports, type Transport } from '../../shared.ts'

export interface TransportDialogProps {
  /** The one that is changed; a new one when left out. */
  readonly transport?: Transport
  readonly onClose: () => void
}

/** Server, login and sender of a transport. */
export function TransportDialog({ transport, onClose }: TransportDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal
      open
      onClose={onClose}
      title={t(transport === undefined ? 'mail.transports.addTitle' : 'mail.transports.edit')}
    >
      {transport === undefined ? (
        <NewTransport onClose={onClose} />
      ) : (
        <ChangedTransport transport={transport} onClose={onClose} />
      )}
    </Modal>
  )
}

function NewTransport({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const fields = useFields(t('mail.transports.passwordStored'))
  const { mutateAsync } = useMutation(createTransport, { invalidates: [listTransports], onSuccess: onClose })
  return (
    <Form
      source={createTransport}
      fields={fields}
      values={{ port: 465, security: 'implicit', username: '', password: '', isOn: true, hasBounceAddress: true }}
      onSubmit={mutateAsync}
      submitLabel={t('mail.transports.add')}
      onCancel={onClose}
    />
  )
}

function ChangedTransport({ transport, onClose }: Required<TransportDialogProps>) {
  const { t } = useTranslation()
  const fields = useFields(t('mail.transports.passwordHint'))
  const { id, name, host, port, security, username, systemFrom, hasBounceAddress } = transport
  const { mutateAsync } = useMutation(changeTransport, { invalidates: [listTransports], onSuccess: onClose })
  return (
    <Form
      source={changeTransport}
      fields={fields}
      values={{ name, host, port, security, username, systemFrom, hasBounceAddress }}
      onSubmit={({ password = '', ...input }) => {
        // An empty password keeps the present one, unless there is no user any more.
        const login = password === '' && input.username !== '' ? {} : { password }
        return mutateAsync({ id, ...input, ...login })
      }}
      onCancel={onClose}
    />
  )
}

function useFields(passwordHint: string) {
  const { t } = useTranslation()
  const securities = ['implicit', 'starttls', 'none'] as const
  return {
    name: { label: t('mail.transports.name'), required: true },
    host: { label: t('mail.transports.host'), placeholder: 'smtp.example.com', required: true },
    port: { label: t('mail.transports.port'), required: true },
    security: {
      label: t('mail.transports.security.title'),
      options: securities.map((value) => ({ value, label: t(`mail.transports.security.${value}`) })),
    },
    username: { label: t('mail.transports.username') },
    password: { label: t('mail.transports.password'), hint: passwordHint, control: 'secret' },
    systemFrom: { label: t('mail.transports.systemFrom'), hint: t('mail.transports.systemFromHint') },
    hasBounceAddress: { label: t('mail.transports.bounces'), hint: t('mail.transports.bouncesHint') },
  } as const
}
