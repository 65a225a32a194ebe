import type { HostDatabase } from '../models.ts'
import { countById } from '../count-by-id.ts'

/** Workspaces, and members of each, that one statement counts: 10,000 rows at most. */
const workspacesAtOnce = 100
const membersAtOnce = 99

/** How many members workspaces have. Those with many are counted one by one, by windows. */
export async function countMembers(db: HostDatabase, orgIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (let at = 0; at < orgIds.length; at += workspacesAtOnce) {
    for (const { id, members } of await countFew(db, orgIds.slice(at, at + workspacesAtOnce))) {
      counts.set(id, members < membersAtOnce ? members : await countMany(db, id))
    }
  }
  return counts
}

async function countFew(db: HostDatabase, orgIds: readonly string[]) {
  const rows = await db
    .selectFrom('workspaces as w')
    .select('w.id')
    .select(({ selectFrom }) => {
      const members = selectFrom('memberships as m')
        .select('m.id')
        .whereRef('m.org_id', '=', 'w.id')
        .limit(membersAtOnce)
      return selectFrom(members.as('some'))
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('members')
    })
    .where('w.id', 'in', [...orgIds])
    .execute()
  return rows.map(({ id, members }) => ({ id, members: members ?? 0 }))
}

function countMany(db: HostDatabase, orgId: string): Promise<number> {
  return countById(db, (after) =>
    db.selectFrom('memberships').select('id').where('org_id', '=', orgId).where('id', '>', after),
  )
}
