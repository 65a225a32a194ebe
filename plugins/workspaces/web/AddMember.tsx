import { Form, Modal, useMutation, useToast, useTranslation } from '@host/plugin-sdk'
import { addMember, listMembers } from '../shared.ts'
import { useRoleOptions } from './useRoleOptions.ts'

/** Adds somebody who has an account. */
export function AddMember({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const toast = useToast()
  const options = useRoleOptions()
  const { mutateAsync } = useMutation(addMember, {
    invalidates: [listMembers],
    onSuccess(member) {
      toast({ tone: 'positive', title: t('workspaces.members.added', { name: member.name }) })
      onClose()
    },
  })
  return (
    <Modal open onClose={onClose} title={t('workspaces.members.add')} description={t('workspaces.members.addHelp')}>
      <Form
        source={addMember}
        fields={{
          email: { label: t('workspaces.members.email'), control: 'email' },
          role: { label: t('workspaces.members.role'), options },
        }}
        values={{ role: 'member' }}
        onSubmit={mutateAsync}
        submitLabel={t('workspaces.members.add')}
        onCancel={onClose}
      />
    </Modal>
  )
}
