/**
 * Tracks the requirement that a workspace has for all of its users before it shows anything.
 *
 *   none ── a read is rejected with it ──► demanded ─┬─ check(): nothing is rejected anymore ──► none
 *                                                    └─ clear(): another session or workspace ─► none
 *
 * It stays set during a check, so that the page where the user meets it stays too, with codes that are shown only once.
 */
import type { QueryClient } from '@tanstack/react-query'
import { ClientError } from '@host/client'
import { readMe } from '../query/shell-endpoints.ts'

/** Possible requirements: a second factor of the user, or signing in through the workspace's SSO. */
export type PlaceDemand = 'second_factor_required' | 'sso_required'

/** Tracks the requirement of the page's workspace. */
export interface PlaceDemandKeeper {
  readonly current: () => PlaceDemand | undefined
  readonly subscribe: (listener: () => void) => () => void
  /** Refetches the rejected reads; does nothing without a requirement. */
  readonly check: () => void
  readonly clear: () => void
}

const demands: ReadonlySet<string> = new Set<PlaceDemand>(['second_factor_required', 'sso_required'])

/** Follows the reads of a page. */
export function keepPlaceDemand(queries: QueryClient): PlaceDemandKeeper {
  const listeners = new Set<() => void>()
  let demand: PlaceDemand | undefined
  const set = (next: PlaceDemand | undefined): void => {
    if (next === demand) return
    demand = next
    for (const listener of listeners) listener()
  }
  const check = async (): Promise<void> => {
    await queries.refetchQueries({ predicate: isRefused })
    set(queries.getQueryCache().getAll().map(demandOf).find(Boolean))
  }
  queries.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && demand === undefined) set(demandOf(query))
  })
  return {
    current: () => demand,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    check() {
      if (demand !== undefined) void check()
    },
    clear: () => set(undefined),
  }
}

interface Read {
  readonly queryKey: readonly unknown[]
  readonly state: { readonly error: unknown }
}

function isRefused(read: Read): boolean {
  return demandOf(read) !== undefined
}

/** The session itself is refused by a place under its page alone, which stays meanwhile: see `session-lapse.ts`. */
function demandOf({ queryKey: [pattern], state: { error } }: Read): PlaceDemand | undefined {
  if (pattern === readMe.pattern) return undefined
  return error instanceof ClientError && demands.has(error.code) ? (error.code as PlaceDemand) : undefined
}
