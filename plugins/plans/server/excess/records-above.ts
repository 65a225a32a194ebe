import { Problem } from '@host/plugin'
import { planLimits, type RecordAbove } from '../../shared.ts'
import type { Parts } from '../parts.ts'

/** The records of a quota that are above its limit; none where it is not exceeded. @throws Problem `not_found` */
export async function recordsAbove({ catalog, entitling }: Parts, orgId: string, name: string): Promise<RecordAbove[]> {
  const quota = catalog.parts().quotas.find((each) => each.name === name)
  if (quota === undefined) throw new Problem('not_found')
  const limit = Math.min((await entitling.limitOf(orgId, name)) ?? quota.most, quota.most)
  const records = await catalog.records(orgId, name, { skip: limit, limit: planLimits.above })
  return (records ?? []).map(({ id, title, path }) => ({ id, title, path }))
}
