import { Select, useErrorText, useMutation, usePermission, useToast, useTranslation, type Role } from '@host/plugin-sdk'
import { changeMember, listMembers, type Member } from '../shared.ts'
import { useRoleOptions } from './useRoleOptions.ts'

/** A member's role, changed at once. After a refusal the error is shown and the role stays. */
export function RoleSelect({ member }: { readonly member: Member }) {
  const { t } = useTranslation()
  const toast = useToast()
  const errorText = useErrorText()
  const options = useRoleOptions()
  const mayChange = usePermission(changeMember)
  const change = useMutation(changeMember, {
    invalidates: [listMembers],
    onSuccess: ({ name, role }) =>
      toast({
        tone: 'positive',
        title: t('workspaces.members.roleChanged', { name, role: t(`workspaces.role.${role}`) }),
      }),
    onError(error) {
      const { title, nextStep } = errorText(error)
      toast({ tone: 'danger', title, description: nextStep })
    },
  })
  return (
    <Select<Role>
      size="compact"
      quiet
      label={t('workspaces.members.roleOf', { name: member.name })}
      value={member.role}
      options={options}
      disabled={change.isPending || !mayChange}
      onChange={(role) => role !== member.role && change.mutate({ userId: member.userId, role })}
    />
  )
}
