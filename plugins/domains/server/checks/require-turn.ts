import { Problem } from '@host/plugin'
import type { Parts } from '../parts.ts'

const minute = 60 * 1000
const perMinute = { workspace: 60, nameInWorkspace: 20, name: 40 }

/**
 * By workspace, so that one can't use up the look-ups of all; by name, so that many can't ask one server at once, and none
 * takes more than half of a name's.
 * @throws Problem `too_many_requests`
 */
export async function requireTurn({ rateLimit }: Pick<Parts, 'rateLimit'>, orgId: string, name: string): Promise<void> {
  for (const [key, limit] of [
    [`verify:${orgId}`, perMinute.workspace],
    [`verify:${orgId}:${name}`.slice(0, 200), perMinute.nameInWorkspace],
    [`verify:${name}`.slice(0, 200), perMinute.name],
  ] as const) {
    const { allowed, resetAfter } = await rateLimit.take(key, limit, minute)
    if (!allowed) throw tooMany(resetAfter)
  }
}

/** The refusal of a check for some seconds. */
export function tooMany(seconds: number): Problem {
  return new Problem('too_many_requests', { headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds))) } })
}
