import type { SessionDemand } from '@host/plugin'

const demands: ReadonlySet<SessionDemand> = new Set(['any', 'required', 'recent'])

/** What a route asks of the session. @throws TypeError for a demand that does not exist */
export function sessionDemand(
  { session }: { readonly session?: SessionDemand | undefined },
  usual: SessionDemand,
): SessionDemand {
  if (session === undefined) return usual
  if (demands.has(session)) return session
  throw new TypeError(`there is no session demand ${JSON.stringify(session)}; write "any", "required" or "recent"`)
}
