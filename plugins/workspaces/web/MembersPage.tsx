import { useState } from 'react'
import {
  Button,
  hasRole,
  HelpLink,
  PageHeader,
  useCommand,
  useSession,
  useTranslation,
  type AskAhead,
} from '@host/plugin-sdk'
import { inviteMembers, listMembers, type Member } from '../shared.ts'
import { InviteMembers } from './InviteMembers.tsx'
import { MemberTable } from './MemberTable.tsx'
import { RemoveMember } from './RemoveMember.tsx'

/** Members of the workspace and their roles. */
export default function MembersPage() {
  const { t } = useTranslation()
  const { role } = useSession()
  const [isInviting, setInviting] = useState(false)
  const [leaving, setLeaving] = useState<Member | null>(null)
  const mayManage = hasRole(role ?? undefined, 'admin')
  useCommand({
    id: 'workspaces.invitations.invite',
    label: t('workspaces.invitations.invite'),
    icon: 'user-plus',
    keys: 'c',
    enabled: mayManage,
    run: () => setInviting(true),
  })
  const invite = (
    <Button calls={inviteMembers} variant="primary" icon="user-plus" onClick={() => setInviting(true)}>
      {t('workspaces.invitations.invite')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('workspaces.members.title')}
        description={t('workspaces.members.description')}
        actions={
          <>
            <HelpLink slug="members-and-roles" />
            {mayManage && invite}
          </>
        }
      />
      <MemberTable mayManage={mayManage} onRemove={setLeaving} />
      {isInviting && <InviteMembers onClose={() => setInviting(false)} />}
      {leaving !== null && <RemoveMember member={leaving} onClose={() => setLeaving(null)} />}
    </>
  )
}

MembersPage.askAhead = ({ list }: AskAhead) => list(listMembers, { sort: 'joined', total: true })
