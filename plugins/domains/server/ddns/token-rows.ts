import type { Row } from '@host/plugin'
import type { DdnsToken } from '../../shared.ts'
import type { DdnsTokenModel } from '../models.ts'
import { shownRecordName } from '../records/record-names.ts'

/** Columns of an answer. */
export const tokenColumns = [
  'id',
  'name',
  'hint',
  'zone_id',
  'names',
  'types',
  'created_at',
  'last_used_at',
  'last_address',
  'last_answer',
  'last_problem',
] as const

/** A token as it is answered. @param zones shown names of the zones by their IDs */
export function shownToken(
  row: Pick<Row<DdnsTokenModel>, (typeof tokenColumns)[number]>,
  zones: ReadonlyMap<string, string>,
): DdnsToken {
  return {
    id: row.id,
    name: row.name,
    hint: row.hint,
    zoneId: row.zone_id,
    zone: zones.get(row.zone_id) ?? '',
    names: row.names.map((name) => ({ name, shownName: shownRecordName(name) })),
    types: [...row.types],
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    lastAddress: row.last_address,
    lastAnswer: row.last_answer,
    lastProblem: row.last_problem,
  }
}
