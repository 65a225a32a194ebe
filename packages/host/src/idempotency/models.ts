import { column, model } from '@host/plugin'
import type { CallerRights } from './caller-rights.ts'
import type { EntryState } from './states.ts'

/**
 * A key of a workspace, a user or the instance, with its first request and the answer. `org_id` is the id of a
 * workspace or a user, or `instance`, so erasing a workspace removes its keys. Endpoint and key are digests: of one
 * length whatever a client sends, and useless to a reader of the table.
 */
const IdempotencyEntry = model(
  'idempotency_entries',
  {
    id: column.id('idk'),
    org_id: column.org(),
    endpoint: column.text({ max: 43 }),
    key: column.text({ max: 43 }),
    plugin: column.text({ max: 64 }),
    /** The pattern of the route. */
    route: column.text(),
    /** SHA-256 of query and body. */
    fingerprint: column.text({ max: 43 }),
    state: column.text<EntryState>({ max: 24 }),
    /** The process that runs the handler, or ran it, and which claim of this key it was. */
    owner: column.text({ max: 64 }),
    epoch: column.integer(),
    /**
     * The user of the first request, with its rights; `scopes` is null for a session, which has all rights of its role.
     */
    user_id: column.text({ max: 64 }),
    role: column.text<CallerRights['role']>({ max: 16 }),
    scopes: column.json<readonly string[]>({ nullable: true }),
    status: column.integer({ nullable: true }),
    /** Milliseconds since 1970, by the host's clock. */
    created_at: column.integer(),
    expires_at: column.integer({ nullable: true }),
    /** Headers and body, sealed. Last, so that who reads the others does not read past it. */
    answer: column.text({ nullable: true }),
  },
  {
    unique: [['org_id', 'endpoint', 'key']],
    index: [
      ['state', 'expires_at'],
      ['org_id', 'id'],
    ],
    transfer: { reason: 'Requests are repeated at their instance.', isExported: false },
  },
)

export const idempotencyModels = [IdempotencyEntry] as const
