import type { EnqueueOptions } from '@host/plugin'

/** The furthest that a job can be delayed: 5 years, in milliseconds. */
export const longestDelay = 5 * 365 * 86_400_000
const longestKey = 200
const longestLane = 100

/** Options of a plugin, checked. @throws TypeError */
export function checkedOptions(
  orgId: string,
  { delay, uniqueKey, lane, startedBy }: EnqueueOptions = {},
): EnqueueOptions & { readonly orgId: string } {
  if (typeof orgId !== 'string' || orgId === '') throw new TypeError('A job needs a workspace ID.')
  if (delay !== undefined && !(Number.isFinite(delay) && delay >= 0 && delay <= longestDelay)) {
    throw new TypeError(`The delay of a job must be 0 to ${longestDelay} milliseconds.`)
  }
  checkText({ uniqueKey }, longestKey)
  checkText({ lane }, longestLane)
  checkText({ startedBy }, 64)
  return {
    orgId,
    ...(delay !== undefined && { delay: Math.round(delay) }),
    ...(uniqueKey !== undefined && { uniqueKey }),
    ...(lane !== undefined && { lane }),
    ...(startedBy !== undefined && { startedBy }),
  }
}

function checkText(option: Readonly<Record<string, string | undefined>>, longest: number): void {
  for (const [name, text] of Object.entries(option)) {
    const isText = typeof text === 'string' && text.length >= 1 && text.length <= longest && text.isWellFormed()
    if (text === undefined || (isText && !text.includes('\0'))) continue
    throw new TypeError(`The ${name} of a job must be 1 to ${longest} characters.`)
  }
}
