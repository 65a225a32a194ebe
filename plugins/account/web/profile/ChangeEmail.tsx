import { Form, Modal, useMutation, useTranslation } from '@host/plugin-sdk'
import { changeEmail } from '../../shared/profile.ts'

export interface ChangeEmailProps {
  readonly onClose: () => void
  /** Hears to which address a link went. */
  readonly onAsked: (email: string) => void
}

/** Requests a change of address and explains its effect first. */
export function ChangeEmail({ onClose, onAsked }: ChangeEmailProps) {
  const { t } = useTranslation()
  const { mutateAsync } = useMutation(changeEmail, {
    onSuccess(_, { email }) {
      onAsked(email)
      onClose()
    },
  })
  return (
    <Modal open onClose={onClose} title={t('account.email.changeTitle')}>
      <Form
        source={changeEmail}
        fields={{ email: { label: t('account.email.wanted'), control: 'email', autoComplete: 'email' } }}
        onSubmit={mutateAsync}
        submitLabel={t('account.email.send')}
        onCancel={onClose}
      >
        <ol className="flex list-decimal flex-col gap-1 pl-5 text-sm text-muted">
          <li>{t('account.email.firstStep')}</li>
          <li>{t('account.email.secondStep')}</li>
        </ol>
      </Form>
    </Modal>
  )
}
