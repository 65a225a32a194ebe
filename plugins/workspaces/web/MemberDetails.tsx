import { Button, EmptyState, KeyValue, RelativeTime, useFormat, useTranslation } from '@host/plugin-sdk'
import type { Member } from '../shared.ts'
import { MemberName } from './MemberName.tsx'
import { RoleSelect } from './RoleSelect.tsx'

export interface MemberDetailsProps {
  /** Undefined when the member is not among the rows. */
  readonly member: Member | undefined
  readonly mayManage: boolean
  readonly onRemove: (member: Member) => void
}

/** A member and the actions on them. */
export function MemberDetails({ member, mayManage, onRemove }: MemberDetailsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  if (member === undefined) return <EmptyState kind="noMatch">{t('workspaces.members.notListed')}</EmptyState>
  const joined = (
    <span>
      {format.dateTime(member.joinedAt)}{' '}
      <span className="font-normal text-muted">
        (<RelativeTime value={member.joinedAt} />)
      </span>
    </span>
  )
  const role = mayManage ? <RoleSelect member={member} /> : t(`workspaces.role.${member.role}`)
  return (
    <div className="flex flex-col gap-6">
      <MemberName member={member} />
      <KeyValue
        items={[
          { label: t('workspaces.members.emailAddress'), value: member.email },
          { label: t('workspaces.members.role'), value: role },
          { label: t('workspaces.members.joinedOn'), value: joined },
        ]}
      />
      {mayManage && (
        <div>
          <Button icon="trash" onClick={() => onRemove(member)}>
            {t('workspaces.members.remove')}
          </Button>
        </div>
      )}
    </div>
  )
}
