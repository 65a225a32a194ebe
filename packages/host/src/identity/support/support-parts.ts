import type { SupportAccess } from '@host/plugin/platform'
import type { ChangeRecorder } from '../../domain-changes/change-recorder.ts'
import type { ChangeOf } from '../../domain-changes/domain-change.ts'
import type { SupportFacts } from '../../domain-changes/support-changes.ts'
import type { HostDatabase } from '../models.ts'
import type { LiveSessions } from '../sessions/live-sessions.ts'

/** Dependencies of support access. */
export interface SupportParts {
  readonly db: HostDatabase
  readonly recorder: ChangeRecorder
  readonly live: Pick<LiveSessions, 'forget'>
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** A change of one request, without the log that it is written to. */
type AccessChange = { [Kind in keyof SupportFacts]: Omit<ChangeOf<Kind>, 'orgId'> }[keyof SupportFacts]

/** Writes a change in the log of the workspace, and in that of the instance. */
export async function recordSupport(recorder: ChangeRecorder, change: AccessChange): Promise<void> {
  for (const orgId of [change.workspaceId, undefined]) await recorder.record({ ...change, orgId })
}

/** The facts that every change of a request has. */
export function aboutSupport({ id, orgId, admin }: Pick<SupportAccess, 'id' | 'orgId' | 'admin'>) {
  return { workspaceId: orgId, accessId: id, userId: admin.id }
}
