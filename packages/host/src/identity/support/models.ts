import { column, model } from '@host/plugin'
import type { SupportRights } from '@host/plugin/platform'

/**
 * Requests of instance admins for access to a workspace, and the access that owners granted. The state follows from the
 * times: see `support-state.ts`.
 */
const SupportAccess = model(
  'support_accesses',
  {
    id: column.id('sup'),
    org_id: column.org(),
    /** The instance admin who requested. */
    user_id: column.text({ max: 64 }),
    reason: column.text({ max: 500 }),
    /** The duration requested; once it is granted, the granted one. */
    minutes: column.integer(),
    requested_at: column.time(),
    /** Until when it can be granted. */
    expires_at: column.time(),
    /** The owner who granted or declined it, and when; null while it is open. */
    decided_by: column.text({ nullable: true, max: 64 }),
    decided_at: column.time({ nullable: true }),
    /** Null unless it was granted. */
    rights: column.text<SupportRights>({ nullable: true, max: 16 }),
    /** When granted access ends by itself; null unless it was granted. */
    ends_at: column.time({ nullable: true }),
    /** The sign-in that started it; no other one can use it. Null before. */
    session_id: column.text({ nullable: true, max: 64 }),
    started_at: column.time({ nullable: true }),
    /** When it was ended or withdrawn; null where it expired, and until its end by itself was recorded. */
    ended_at: column.time({ nullable: true }),
    /** Null where it ended by itself. */
    ended_by: column.text({ nullable: true, max: 64 }),
  },
  {
    index: [['org_id', 'id'], ['session_id', 'org_id'], ['ended_at', 'ends_at'], 'user_id', 'requested_at'],
    transfer: { reason: 'Support access is granted to admins of one instance.', isExported: false },
  },
)

/** The tables of support access. */
export const supportModels = [SupportAccess] as const
