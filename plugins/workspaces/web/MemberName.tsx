import { Avatar, Badge, useSession, useTranslation } from '@host/plugin-sdk'
import type { Member } from '../shared.ts'

/** A member with name and address. */
export function MemberName({ member }: { readonly member: Member }) {
  const { t } = useTranslation()
  const { user } = useSession()
  return (
    <span className="flex min-w-0 items-center gap-3">
      <span className="hidden sm:block">
        <Avatar name={member.name} of={member.userId} />
      </span>
      <span className="min-w-0">
        <span className="flex items-center gap-2 font-medium">
          <span className="truncate">{member.name}</span>
          {member.userId === user.id && <Badge>{t('workspaces.members.you')}</Badge>}
        </span>
        <span className="block max-w-40 truncate text-xs text-subtle sm:max-w-none">{member.email}</span>
      </span>
    </span>
  )
}
