import type { ConfinedSessions } from '@host/plugin'

const requirements: ReadonlySet<ConfinedSessions> = new Set(['refused', 'allowed'])

/** Whether a user route takes confined sessions. @throws TypeError for a value that does not exist */
export function confinedRequirement({
  confined = 'refused',
}: {
  readonly confined?: ConfinedSessions
}): ConfinedSessions {
  if (requirements.has(confined)) return confined
  throw new TypeError(`"confined" is ${JSON.stringify(confined)}; use "refused" or "allowed"`)
}
