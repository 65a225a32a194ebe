/**
 * Records the end of support access that ended by itself: its time is over, or its sign-in or its admin's rights ended.
 * Nothing waits for this: each of them is refused from its end on.
 */
import type { Log, Queries } from '@host/plugin'
import { runPeriodically } from '../../support/periodic.ts'
import { iso } from '../../support/time.ts'
import type { HostTables } from '../models.ts'
import { aboutSupport, recordSupport, type SupportParts } from './support-parts.ts'

const every = 30_000
/** Access of one look. */
const mostAtOnce = 50

export class SupportSweeper {
  readonly #parts: SupportParts & { readonly log: Log }

  constructor(parts: SupportParts & { readonly log: Log }) {
    this.#parts = parts
  }

  /** Looks from now on. @returns how to end that, before the database closes */
  start(): () => Promise<void> {
    return runPeriodically({
      every,
      jitter: 0.2,
      work: async () => await this.round(),
      onError: (error) => this.#parts.log.warn('The end of support access could not be recorded', { error }),
    })
  }

  /** Ends what is over. */
  async round(): Promise<void> {
    const { db, clock } = this.#parts
    for (const { id } of await over(db, clock()).limit(mostAtOnce).execute()) await this.#end(id)
  }

  async #end(id: string): Promise<void> {
    const { db, clock, recorder, live } = this.#parts
    const ended = await db.transaction(async (tx) => {
      const now = iso(clock())
      const row = await tx
        .updateTable('support_accesses')
        .set(({ fn, ref, val }) => ({ ended_at: fn.coalesce(ref('ended_at'), val(now)) }))
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .returning(['id', 'org_id as orgId', 'user_id', 'decided_by as grantedBy', 'ends_at as until'])
        .executeTakeFirst()
      if (row === undefined) return undefined
      const { user_id: userId, grantedBy, until, ...access } = row
      const how = until !== null && until <= now ? 'time' : 'session'
      const about = aboutSupport({ ...access, admin: { id: userId, name: null } })
      await recordSupport(recorder, { kind: 'support.ended', ...about, grantedBy, how })
      return row
    })
    if (ended !== undefined) await live.forget({ orgId: ended.orgId })
  }
}

function over(db: Queries<HostTables>, now: number) {
  return db
    .selectFrom('support_accesses as a')
    .leftJoin('users as u', 'u.id', 'a.user_id')
    .leftJoin('user_sessions as s', 's.id', 'a.session_id')
    .select('a.id')
    .where('a.ended_at', 'is', null)
    .where('a.ends_at', 'is not', null)
    .where(({ or, and, eb }) =>
      or([
        eb('a.ends_at', '<=', iso(now)),
        and([eb('a.session_id', 'is not', null), eb('s.id', 'is', null)]),
        eb('u.id', 'is', null),
        eb('u.is_instance_admin', '=', false),
        eb('u.disabled_at', 'is not', null),
      ]),
    )
}
