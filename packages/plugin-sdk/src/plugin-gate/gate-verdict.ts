import { ClientError } from '@host/client'
import { PageLoadError } from '../lazy-page.ts'

/**
 * The view that the gate shows in place of a page (spec §7). `missing` is a record that doesn't exist on a page that
 * does; `failed` is every other error.
 */
export type GateVerdict = 'locked' | 'denied' | 'switchedOff' | 'notInBuild' | 'notLoaded' | 'missing' | 'failed'

/** A failure: a status reported by the page, or a thrown value. */
export type GateFailure = { readonly status: number } | { readonly error: unknown }

/**
 * Chooses the view for a failure. A 404 means disabled for a page that is not in the server's menus or for the code
 * `feature_disabled`, a missing record for `not_found`, and otherwise a page that the server lists but doesn't serve,
 * so it is not in the server's build.
 */
export function gateVerdict(failure: GateFailure, isAnnounced: boolean): GateVerdict {
  const { error, status } =
    'error' in failure ? { error: failure.error, status: statusOf(failure.error) } : { ...failure, error: undefined }
  if (status === 402) return 'locked'
  if (status === 403) return 'denied'
  if (status === 404) return verdictOfMissing(error, isAnnounced)
  if (!isChunkFailure(error)) return 'failed'
  return isAnnounced ? 'notLoaded' : 'switchedOff'
}

function verdictOfMissing(error: unknown, isAnnounced: boolean): GateVerdict {
  const code = error instanceof ClientError ? error.code : undefined
  if (!isAnnounced || code === 'feature_disabled') return 'switchedOff'
  return code === 'not_found' ? 'missing' : 'notInBuild'
}

function statusOf(error: unknown): number {
  return error instanceof ClientError ? error.status : 0
}

/** Browsers have no type for a module that did not arrive, only these words (Chromium, Firefox, Safari). */
const chunkFailure = /dynamically imported module|importing a module script failed/i

function isChunkFailure(error: unknown): boolean {
  return error instanceof PageLoadError || (error instanceof TypeError && chunkFailure.test(error.message))
}
