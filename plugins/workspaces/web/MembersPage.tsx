import { useState } from 'react'
import {
  Button,
  hasRole,
  PageHeader,
  Panel,
  SkeletonRows,
  useListQuery,
  useSession,
  useTranslation,
} from '@host/plugin-sdk'
import { listMembers, type Member } from '../shared.ts'
import { AddMember } from './AddMember.tsx'
import { MemberTable } from './MemberTable.tsx'
import { RemoveMember } from './RemoveMember.tsx'

/** Who belongs to the workspace, and with what role. */
export default function MembersPage() {
  const { t } = useTranslation()
  const { role } = useSession()
  const members = useListQuery(listMembers)
  const [isAdding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<Member | null>(null)
  const mayManage = hasRole(role ?? undefined, 'admin')
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
      <Panel flush>
        {members.items === undefined ? (
          <SkeletonRows />
        ) : (
          <MemberTable members={members.items} mayManage={mayManage} onRemove={setLeaving} />
        )}
        {members.hasMore && (
          <div className="flex justify-center border-t border-line p-3">
            <Button variant="ghost" busy={members.isLoadingMore} onClick={() => void members.loadMore()}>
              {t('workspaces.members.more')}
            </Button>
          </div>
        )}
      </Panel>
      {isAdding && <AddMember onClose={() => setAdding(false)} />}
      {leaving !== null && <RemoveMember member={leaving} onClose={() => setLeaving(null)} />}
    </>
  )
}
