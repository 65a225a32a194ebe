import { useState } from 'react'
import { Button, hasRole, PageHeader, useCommand, useSession, useTranslation, type AskAhead } from '@host/plugin-sdk'
import { listMembers, type Member } from '../shared.ts'
import { AddMember } from './AddMember.tsx'
import { MemberTable } from './MemberTable.tsx'
import { RemoveMember } from './RemoveMember.tsx'

/** Who belongs to the workspace, and with what role. */
export default function MembersPage() {
  const { t } = useTranslation()
  const { role } = useSession()
  const [isAdding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<Member | null>(null)
  const mayManage = hasRole(role ?? undefined, 'admin')
  useCommand({
    id: 'workspaces.members.add',
    label: t('workspaces.members.add'),
    icon: 'user-plus',
    keys: 'c',
    enabled: mayManage,
    run: () => setAdding(true),
  })
  const add = (
    <Button variant="primary" icon="user-plus" onClick={() => setAdding(true)}>
      {t('workspaces.members.add')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('workspaces.members.title')}
        description={t('workspaces.members.description')}
        actions={mayManage && add}
      />
      <MemberTable mayManage={mayManage} onRemove={setLeaving} />
      {isAdding && <AddMember onClose={() => setAdding(false)} />}
      {leaving !== null && <RemoveMember member={leaving} onClose={() => setLeaving(null)} />}
    </>
  )
}

MembersPage.askAhead = ({ list }: AskAhead) => list(listMembers, { sort: 'joined', total: true })
