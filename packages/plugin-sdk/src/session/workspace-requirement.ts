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
import { readMe } from '@host/platform-api/session'

/** Possible requirements: a second factor of the user, or signing in through the workspace's SSO. */
export type WorkspaceRequirement = 'second_factor_required' | 'sso_required'

/** Tracks the requirement of the page's workspace. */
export interface WorkspaceRequirementStore {
  readonly current: () => WorkspaceRequirement | undefined
  readonly subscribe: (listener: () => void) => () => void
  /** Refetches the rejected reads; does nothing without a requirement. */
  readonly check: () => void
  readonly clear: () => void
}

const requirements: ReadonlySet<string> = new Set<WorkspaceRequirement>(['second_factor_required', 'sso_required'])

/** Follows the reads of a page. */
export function setWorkspaceRequirement(queries: QueryClient): WorkspaceRequirementStore {
  const listeners = new Set<() => void>()
  let requirement: WorkspaceRequirement | undefined
  const set = (next: WorkspaceRequirement | undefined): void => {
    if (next === requirement) return
    requirement = next
    for (const listener of listeners) listener()
  }
  const check = async (): Promise<void> => {
    await queries.refetchQueries({ predicate: isRefused })
    set(queries.getQueryCache().getAll().map(requirementOf).find(Boolean))
  }
  queries.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && requirement === undefined) set(requirementOf(query))
  })
  return {
    current: () => requirement,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    check() {
      if (requirement !== undefined) void check()
    },
    clear: () => set(undefined),
  }
}

interface Read {
  readonly queryKey: readonly unknown[]
  readonly state: { readonly error: unknown }
}

function isRefused(read: Read): boolean {
  return requirementOf(read) !== undefined
}

/** The session itself is refused by a place under its page alone, which stays meanwhile: see `session-lapse.ts`. */
function requirementOf({ queryKey: [pattern], state: { error } }: Read): WorkspaceRequirement | undefined {
  if (pattern === readMe.pattern) return undefined
  return error instanceof ClientError && requirements.has(error.code) ? (error.code as WorkspaceRequirement) : undefined
}
