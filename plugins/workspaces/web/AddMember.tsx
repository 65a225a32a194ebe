import { useState, type SubmitEvent } from 'react'
import {
  Button,
  ErrorNote,
  Field,
  formErrors,
  Input,
  Modal,
  Select,
  useMutation,
  useToast,
  useTranslation,
  type Role,
} from '@host/plugin-sdk'
import { addMember, listMembers } from '../shared.ts'
import { useRoleOptions } from './useRoleOptions.ts'

/** Adds somebody who has an account. */
export function AddMember({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const toast = useToast()
  const options = useRoleOptions()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('member')
  const { mutate, isPending, error } = useMutation(addMember, {
    invalidates: [listMembers],
    onSuccess(member) {
      toast({ tone: 'positive', title: t('workspaces.members.added', { name: member.name }) })
      onClose()
    },
  })
  const { fields, rest } = formErrors(error, ['email'])
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isPending && email.trim() !== '') mutate({ email: email.trim(), role })
  }
  return (
    <Modal open onClose={onClose} title={t('workspaces.members.add')} description={t('workspaces.members.addHelp')}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label={t('workspaces.members.email')} error={fields.email} required>
          <Input type="email" autoComplete="off" value={email} onChange={(event) => setEmail(event.target.value)} />
        </Field>
        <Field label={t('workspaces.members.role')}>
          <Select<Role> value={role} options={options} onChange={setRole} />
        </Field>
        <ErrorNote error={rest} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('workspaces.cancel')}</Button>
          <Button type="submit" variant="primary" busy={isPending} disabled={email.trim() === ''}>
            {t('workspaces.members.add')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
