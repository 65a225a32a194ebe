import { applyChangeset, finishChangeset, type ShownChangeset } from '@host/platform-api/changesets'
import { hasRole } from '@host/plugin/wire'
import { usePermission } from '../hooks/usePermission.ts'
import { useSession } from '../session/useSession.ts'

/** Which acts on a changeset the reader may do. Advisory. */
export interface ReviewRights {
  /** Whether they may approve and apply it. */
  readonly mayApply: boolean
  /** Whether they may finish it after an interruption. */
  readonly mayFinish: boolean
  /** Whether they may plan to revert it, and leave it as it is after an interruption. */
  readonly mayRevert: boolean
  readonly mayDismiss: boolean
}

/** The rights of the reader. Support access has those of its role, but never applies or finishes. */
export function useReviewRights({ role, plannedBy }: ShownChangeset): ReviewRights {
  const me = useSession()
  const [canApply, canFinish] = [usePermission(applyChangeset), usePermission(finishChangeset)]
  const isReviewer = hasRole(me.role ?? undefined, role)
  return {
    mayApply: canApply && isReviewer,
    mayFinish: canFinish && isReviewer,
    mayRevert: isReviewer,
    mayDismiss: isReviewer || plannedBy?.id === me.user.id,
  }
}
