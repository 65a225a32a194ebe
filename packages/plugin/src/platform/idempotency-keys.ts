import type { Page } from '../wire-types.ts'
import { serviceToken } from '../service.ts'
import type { PageRequest } from '../services/page-request.ts'

/** Where a live key stands: its handler runs, its answer is replayed, or only the answer's status is known. */
export type IdempotencyState = 'in_flight' | 'stored' | 'stored_without_body'

/** A live key as an operator may see it: never the key itself, the caller, or anything of request and answer. */
export interface LiveIdempotencyKey {
  readonly id: string
  readonly plugin: string
  /** The route's pattern, `METHOD /path/{param}`; the path that was called may name records of the workspace. */
  readonly endpoint: string
  /** Null for a key of a user or of the instance. */
  readonly orgId: string | null
  readonly state: IdempotencyState
  readonly createdAt: string
  /** When a stored answer is forgotten; null while the handler runs. */
  readonly expiresAt: string | null
}

/** How many live keys of a plugin stand in a state. */
export interface IdempotencyKeyCount {
  readonly plugin: string
  readonly state: IdempotencyState
  /** Counted among the 10,000 newest keys in that state. */
  readonly count: number
  /** When the oldest of them was claimed. */
  readonly oldestAt: string
}

/** Which live keys to list. */
export interface IdempotencyKeysRequest extends PageRequest {
  readonly plugin?: string | undefined
  readonly state?: IdempotencyState | undefined
}

/** The live keys over all workspaces, for the console. For instance admins only. */
export interface IdempotencyKeysService {
  /** Newest first; only those of one plugin, or in one state, when it is named. */
  list(request: IdempotencyKeysRequest): Promise<Page<LiveIdempotencyKey>>
  /** By plugin and state, in the order of their names; pairs without a live key are left out. */
  counts(): Promise<readonly IdempotencyKeyCount[]>
}

/**
 * The live idempotency keys of an instance.
 *
 * Audience: platform.
 */
export const IdempotencyKeys = serviceToken<IdempotencyKeysService>('core.idempotency-keys')
