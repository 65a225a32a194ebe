/**
 * How many members a workspace may have. Every way to become a member passes here, in a transaction that holds the row of
 * the workspace: of two at once at the limit the second one counts the first.
 */
import type { PlanLimit, Queries } from '@host/plugin'
import type { MemberLimit } from '../../plans/host-quotas.ts'
import type { HostTables } from '../models.ts'

/** Thrown to undo the transaction of one member too many. */
export class TooManyMembers extends Error {
  readonly count: number

  constructor(count: number) {
    super('The plan of the workspace allows no more members')
    this.count = count
  }
}

/** @throws TooManyMembers */
export async function admitMember(
  db: Queries<HostTables>,
  orgId: string,
  { most }: Pick<PlanLimit, 'most'>,
): Promise<void> {
  const members = db.selectFrom('memberships').select('id').where('org_id', '=', orgId).limit(most)
  const { count } = await db
    .selectFrom(members.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= most) throw new TooManyMembers(count)
}

/**
 * Runs a transaction that admits members within the limit of the plan, which is read before it begins.
 * @throws Problem `quota_exceeded`, `tier_required`
 */
export async function withinMembers<Result>(
  memberLimit: MemberLimit,
  orgId: string,
  work: (limit: PlanLimit) => Promise<Result>,
): Promise<Result> {
  const limit = await memberLimit(orgId)
  try {
    return await work(limit)
  } catch (error) {
    throw error instanceof TooManyMembers ? await limit.exceeded(error.count) : error
  }
}
