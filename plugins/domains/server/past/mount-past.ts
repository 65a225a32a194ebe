import { Problem } from '@host/plugin'
import { exportRecords, diffZone, readZoneAt } from '../../shared.ts'
import { momentAfter } from '../checks/check-schedule.ts'
import type { DomainsMux } from '../domains-mux.ts'
import type { Parts } from '../parts.ts'
import { shownRecord } from '../records/shown-record.ts'
import { copyChanges } from '../zones/copy-changes.ts'
import { readReadOnly } from '../zones/read-only-copy.ts'
import { readCopy } from '../zones/zone-copy.ts'
import { selectZone } from '../zones/zone-rows.ts'
import { setOf } from '../records/record-set.ts'
import { zoneAt } from './past-zone.ts'
import { leftOutText, zoneText } from './zone-text.ts'

const endsFirst = {
  path: 'to',
  message: { en: 'Enter a time after the first one.', zh: '请输入晚于第一个时间的时间。' },
}

/** Names the field of a moment that the history doesn't explain. @throws Problem */
async function momentOf<Result>(path: 'from' | 'to', work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'invalid_input') throw error
    const errors = (error.options.errors ?? []).map((each) => ({ ...each, path }))
    throw new Problem('invalid_input', { ...error.options, errors, cause: error })
  }
}

/** Routes of zones as they are and were. */
export function mountPast(mux: DomainsMux, parts: Parts): void {
  mux.endpoint(exportRecords, async ({ db, orgId, params, input: { at } }) => {
    const { id, name } = await selectZone(db, params.id)
    const sets = at === undefined ? await readCopy(db, id) : await zoneAt(parts, { orgId, zoneId: id }, at)
    // Read-only record sets have no history: a past file names those that there are now.
    const leftOut = leftOutText(await readReadOnly(db, id))
    return new Response(zoneText(name, sets) + leftOut, {
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        'content-disposition': `attachment; filename="${name}.zone"`,
      },
    })
  })
  mux.endpoint(readZoneAt, async ({ db, orgId, params, input: { at } }) => {
    const { id } = await selectZone(db, params.id)
    return { at, records: (await zoneAt(parts, { orgId, zoneId: id }, at)).map(shownRecord) }
  })
  mux.endpoint(diffZone, async ({ db, orgId, params, input: { from, to = momentAfter(parts.clock()) } }) => {
    if (Date.parse(from) > Date.parse(to)) throw new Problem('invalid_input', { errors: [endsFirst] })
    const { id } = await selectZone(db, params.id)
    const [before, after] = [
      await momentOf('from', () => zoneAt(parts, { orgId, zoneId: id }, from)),
      await momentOf('to', () => zoneAt(parts, { orgId, zoneId: id }, to)),
    ]
    const changes = copyChanges(before, after).map(({ name, type, before: former, value }) => ({
      name,
      type,
      before: former === undefined ? null : shownRecord(former),
      after: value === null ? null : shownRecord(setOf({ name, type }, value)),
    }))
    return { changes }
  })
}
