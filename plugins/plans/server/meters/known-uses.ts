/**
 * Uses that were counted. Most of the time of counting goes into the indexes of this table, so it has few and small ones:
 * a key finds a use again, and IDs that begin with their time find old ones.
 */
import { hash, randomBytes } from 'node:crypto'
import type { MeterUse } from '@host/plugin'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const prefix = 'meteruse'

/** The least ID of a use that was counted at a moment or later. */
export function firstIdAt(moment: number): string {
  let text = ''
  for (let rest = moment, place = 0; place < 10; place += 1) {
    text = alphabet.charAt(rest % 32) + text
    rest = Math.floor(rest / 32)
  }
  return `${prefix}_${text}`
}

/** Uses of one meter in one month that are counted together: no other row has an ID between the first and the last. */
export interface UseGroup {
  readonly meter: string
  readonly period: string
  readonly first: string
  readonly last: string
  readonly rows: readonly { readonly id: string; readonly key: string; readonly amount: number }[]
}

/** A use with the month in which it counts. */
export interface DatedUse extends MeterUse {
  readonly period: string
}

/** Makes the rows of uses: in one order in all processes, so that two that store the same ones don't wait for each other. */
export function groupsOf(uses: readonly DatedUse[], now: number): readonly UseGroup[] {
  const byMonth = Map.groupBy(uses, ({ meter, period }) => `${meter} ${period}`)
  return [...byMonth.keys()].toSorted().flatMap((month) => {
    const own = byMonth.get(month) ?? []
    const start = firstIdAt(now) + randomBytes(6).toString('hex')
    const amounts = new Map(own.map((use) => [keyOf(use), use.amount]))
    const rows = [...amounts.keys()].toSorted().map((key, at) => {
      return { id: start + String(at).padStart(4, '0'), key, amount: amounts.get(key) ?? 0 }
    })
    return own.slice(0, 1).map(({ meter, period }) => {
      return { meter, period, first: `${start}0000`, last: `${start}9999`, rows }
    })
  })
}

/**
 * A digest of the workspace and the meter, then the ID as it is: IDs that ascend are stored side by side, where digests of
 * them would touch a page of the index each.
 */
function keyOf({ orgId, meter, id }: MeterUse): string {
  return `${hash('sha256', `${orgId} ${meter}`, 'base64url').slice(0, 16)} ${id}`
}
