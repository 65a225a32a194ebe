import type { RecordCheck } from '../../shared.ts'
import type { Parts } from '../parts.ts'
import type { DomainRecords } from './check-record.ts'
import { momentAfter } from './check-schedule.ts'
import { flattenedSet } from './flattened-set.ts'
import { runCheck } from './run-check.ts'

type Needs = Pick<Parts, 'nameServers' | 'clock'>

/** Checks a record set, and when every server has it, the caches. @throws the reason of the signal, when it was aborted */
export async function runSetCheck(parts: Needs, set: DomainRecords, signal: AbortSignal): Promise<RecordCheck> {
  const expected = await flattenedSet(parts.nameServers, set, signal)
  if (expected === undefined) return unknownTarget(parts)
  const seen = await runCheck(parts, expected, signal)
  if (seen.outcome !== 'ok') return { ...seen, cachedFor: null }
  const { cachedFor } = await import('./cached-for.ts')
  const seconds = await cachedFor(parts.nameServers, expected, signal)
  return { ...seen, outcome: seconds === null ? 'ok' : 'propagating', cachedFor: seconds }
}

function unknownTarget({ clock }: Needs): RecordCheck {
  const at = momentAfter(clock())
  return { at, outcome: 'lookup_failed', problem: 'no_target', zone: null, servers: [], cachedFor: null }
}
