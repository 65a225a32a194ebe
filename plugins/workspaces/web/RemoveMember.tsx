import { ConfirmDelete, useMutation, useToast, useTranslation } from '@host/plugin-sdk'
import { listMembers, removeMember, type Member } from '../shared.ts'

export interface RemoveMemberProps {
  readonly member: Member
  readonly onClose: () => void
}

/** Asks for the name of the member who is to lose access. */
export function RemoveMember({ member, onClose }: RemoveMemberProps) {
  const { t } = useTranslation()
  const toast = useToast()
  const { mutateAsync } = useMutation(removeMember, {
    invalidates: [listMembers],
    onSuccess: () => toast({ tone: 'positive', title: t('workspaces.members.removed', { name: member.name }) }),
  })
  return (
    <ConfirmDelete
      calls={removeMember}
      open
      onClose={onClose}
      title={t('workspaces.members.removePerson', { name: member.name })}
      name={member.name}
      confirmLabel={t('workspaces.members.remove')}
      onConfirm={() => mutateAsync({ userId: member.userId })}
    >
      {t('workspaces.members.removeHelp', { email: member.email })}
    </ConfirmDelete>
  )
}
