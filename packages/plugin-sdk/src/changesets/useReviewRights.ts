import { applyChangeset, finishChangeset, type ShownChangeset } from '@host/platform-api/changesets'
import { hasRole } from '@host/plugin/wire'
import { usePermission } from '../hooks/usePermission.ts'
import { useSession } from '../session/useSession.ts'

/** Whether the reader may approve, apply and revert a changeset, and whether they may dismiss it. Advisory. */
export function useReviewRights({ role, plannedBy }: ShownChangeset): { mayApply: boolean; mayDismiss: boolean } {
  const me = useSession()
  const [mayRun, mayFinish] = [usePermission(applyChangeset), usePermission(finishChangeset)]
  const mayApply = mayRun && mayFinish && hasRole(me.role ?? undefined, role)
  return { mayApply, mayDismiss: mayApply || plannedBy?.id === me.user.id }
}
