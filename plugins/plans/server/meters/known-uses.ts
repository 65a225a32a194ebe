/**
 * Uses that were counted. Most of the time of counting goes into the indexes of this table, so it has few and small ones:
 * a key finds a use again, and IDs that begin with their time find old ones.
 */
import { hash, randomBytes } from 'node:crypto'
import type { MeterUse } from '@host/plugin'
import { Periods } from './periods.ts'

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

/** Makes the rows of uses: in one order in all processes, so that two that store the same ones don't wait for each other. */
export function groupsOf(uses: readonly MeterUse[], now: number): readonly UseGroup[] {
  const periods = new Periods()
  const byMonth = Map.groupBy(uses, ({ meter, at = now }) => `${meter} ${periods.of(at)}`)
  return [...byMonth].toSorted(byKey).flatMap(([, own]) => {
    const [first] = own
    return first === undefined ? [] : [groupOf(first, own, { period: periods.of(first.at ?? now), now })]
  })
}

function byKey([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1
}

interface Moment {
  readonly period: string
  readonly now: number
}

function groupOf({ orgId, meter }: MeterUse, uses: readonly MeterUse[], { period, now }: Moment): UseGroup {
  const start = firstIdAt(now) + randomBytes(6).toString('hex')
  const begin = beginOfKey(orgId, meter)
  const rows = inOrder(uses).map(({ id, amount }, at) => {
    return { id: start + String(at).padStart(4, '0'), key: begin + id, amount }
  })
  return { meter, period, first: `${start}0000`, last: `${start}9999`, rows }
}

/** Uses by their IDs, each once. Most callers count IDs that ascend, and sorting them would take longer than all else. */
function inOrder(uses: readonly MeterUse[]): readonly MeterUse[] {
  const isInOrder = uses.every(({ id }, at) => at === 0 || (uses[at - 1]?.id ?? '') < id)
  if (isInOrder) return uses
  const byId = new Map(uses.map((use) => [use.id, use]))
  return [...byId.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

/**
 * A digest of the workspace and the meter. The ID of the use follows as it is: IDs that ascend are stored side by side, where
 * digests of them would touch a page of the index each.
 */
function beginOfKey(orgId: string, meter: string): string {
  return `${hash('sha256', `${orgId} ${meter}`, 'base64url').slice(0, 16)} `
}
