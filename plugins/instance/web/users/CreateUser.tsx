import { Form, Modal, useMutation, useToast, useTranslation } from '@host/plugin-sdk'
import { createUser, listUsers } from '../../shared.ts'

/** Makes an account with a first password, to be handed over. */
export function CreateUser({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const toast = useToast()
  const { mutateAsync } = useMutation(createUser, {
    invalidates: [listUsers],
    onSuccess({ name }) {
      toast({ tone: 'positive', title: t('instance.users.created', { name }) })
      onClose()
    },
  })
  return (
    <Modal open onClose={onClose} title={t('instance.users.create')} description={t('instance.users.createHelp')}>
      <Form
        source={createUser}
        fields={{
          name: { label: t('instance.users.name') },
          email: { label: t('instance.users.email'), control: 'email' },
          password: { label: t('instance.users.password'), hint: t('instance.users.passwordHint'), control: 'text' },
        }}
        onSubmit={mutateAsync}
        submitLabel={t('instance.users.create')}
        onCancel={onClose}
      />
    </Modal>
  )
}
