import { ClientError } from '@host/client'
import { PageLoadError } from '../lazy-page.ts'

/**
 * What the gate shows in place of a page (spec §7).
 * `missing` is a record that is not there, on a page that is; `failed` is everything without a view of its own.
 */
export type GateVerdict = 'locked' | 'denied' | 'switchedOff' | 'notInBuild' | 'notLoaded' | 'missing' | 'failed'

/** What went wrong: a status that the page reported, or what was thrown. */
export type GateFailure = { readonly status: number } | { readonly error: unknown }

/**
 * The view for a failure. Whether a 404 means switched off or not in this build is told by the server's paths: a page
 * that it does not announce is switched off; one that it announces and yet does not serve is not in its build.
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
