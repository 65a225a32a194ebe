import type { Call } from '../build-request.ts'

const reads: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** Whether a call changes something. */
export function changesSomething({ pattern }: Call['endpoint']): boolean {
  return !reads.has(pattern.slice(0, pattern.search(/[ \t]/)))
}

/**
 * Whether the host keeps the answer of a call under its key: unless it is public, or its definition takes no key. An
 * opened call says by its key that its route does.
 */
export function keepsAnswers({ audience = 'workspace', takesKey = true }: Call['endpoint']): boolean {
  return audience !== 'public' && takesKey
}

/** Whether a call that got no answer may be sent again. */
export function mayRepeat({ endpoint, options }: Call): boolean {
  if (!changesSomething(endpoint)) return true
  return options.idempotencyKey !== undefined && keepsAnswers(endpoint)
}
