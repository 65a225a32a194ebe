import type { SigningStage } from '../../shared.ts'
import type { SeenKeys } from './key-records.ts'

const hour = 3_600_000
/** Longer than resolvers remember that a name did not exist. */
export const waitingTime = 48 * hour
/** Longer than receivers verify an email that is on its way. */
export const retiringTime = 7 * 24 * hour

/** The columns of keys that their stage is in. */
export interface KeyStage {
  readonly id: string
  readonly stage: SigningStage
  readonly served_at: string | null
  readonly signs_at: string | null
  readonly retired_at: string | null
  readonly missing_at: string | null
}

/** A change of the columns of keys, or their end. */
export interface StageChange {
  readonly id: string
  readonly before: SigningStage
  readonly set: Partial<Omit<KeyStage, 'id'>> | 'delete'
}

/**
 * The changes of all keys of a domain after a look at its servers. Without an answer nothing changes but what time alone
 * decides.
 */
export function nextStages(
  rows: readonly KeyStage[],
  seen: ReadonlyMap<string, SeenKeys>,
  now: number,
): readonly StageChange[] {
  const at = new Date(now).toISOString()
  const signing = rows.filter(({ stage }) => stage === 'signing')
  const changes = rows.flatMap((row): StageChange[] => {
    const set = nextStage(row, seen.get(row.id) ?? 'unknown', { now, at, isFirst: signing.length === 0 })
    return set === undefined ? [] : [{ id: row.id, before: row.stage, set }]
  })
  const begins = changes.some(({ before, set }) => before !== 'signing' && set !== 'delete' && set.stage === 'signing')
  if (!begins) return changes
  const retired = signing.map(({ id, stage }): StageChange => ({
    id,
    before: stage,
    set: { stage: 'retiring', retired_at: at },
  }))
  return [...changes.filter(({ before }) => before !== 'signing'), ...retired]
}

interface Moment {
  readonly now: number
  readonly at: string
  /** Whether no keys sign. */
  readonly isFirst: boolean
}

function nextStage(
  row: KeyStage,
  seen: SeenKeys,
  { now, at, isFirst }: Moment,
): Partial<Omit<KeyStage, 'id'>> | 'delete' | undefined {
  const isMissing = seen === 'missing' || seen === 'gone'
  switch (row.stage) {
    case 'publishing':
      if (seen !== 'served') return undefined
      return isFirst
        ? { stage: 'signing', served_at: at, signs_at: at }
        : { stage: 'waiting', served_at: at, signs_at: new Date(now + waitingTime).toISOString() }
    case 'waiting':
      if (isMissing) return { stage: 'publishing', served_at: null, signs_at: null }
      if (seen !== 'served' || (!isFirst && now < Date.parse(row.signs_at ?? at))) return undefined
      return { stage: 'signing', signs_at: at }
    case 'signing':
      if (isMissing && row.missing_at === null) return { missing_at: at }
      return seen === 'served' && row.missing_at !== null ? { missing_at: null } : undefined
    case 'retiring':
      return now < Date.parse(row.retired_at ?? at) + retiringTime ? undefined : { stage: 'removing' }
    case 'removing':
      return seen === 'gone' ? 'delete' : undefined
    default:
      return undefined
  }
}
