import { listOf, type EndpointInput, type ScopedDatabase } from '@host/plugin'
import type { listSuppressions, Suppression } from '../../shared.ts'
import type { Tables } from '../models.ts'
import { suppressionKeys } from './suppressed.ts'

export const shownColumns = [
  'id',
  'address',
  'reason',
  'detail',
  'note',
  'message_id',
  'count',
  'expires_at',
  'created_at',
  'last_at',
] as const

interface SuppressionRow extends Omit<Suppression, 'messageId' | 'expiresAt' | 'createdAt' | 'lastAt'> {
  readonly message_id: string | null
  readonly expires_at: string | null
  readonly created_at: string
  readonly last_at: string
}

export function shownSuppression(row: SuppressionRow): Suppression {
  const { message_id: messageId, expires_at: expiresAt, created_at: createdAt, last_at: lastAt, ...rest } = row
  return { ...rest, messageId, expiresAt, createdAt, lastAt }
}

/** A page of suppressions that have not expired. */
export async function suppressionPage(
  db: ScopedDatabase<Tables>,
  input: EndpointInput<typeof listSuppressions>,
  now: number,
) {
  const current = db
    .selectFrom('mail_suppressions')
    .select(shownColumns)
    .where((where) =>
      where.or([where('expires_at', 'is', null), where('expires_at', '>', new Date(now).toISOString())]),
    )
  return await listOf({ db, input }, current, {
    usual: '-lastAt',
    sort: { lastAt: 'last_at', address: 'address' },
    search: ['address'],
    filter: {
      reason: 'reason',
      address: { where: (build, address) => build('address', 'in', [...suppressionKeys(address), '']) },
    },
    item: shownSuppression,
  })
}
