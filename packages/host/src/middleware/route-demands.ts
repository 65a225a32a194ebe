/** Requirements of a route beyond its audience, derived from its definition in one place. */
import type { GuardOptions, Role, RouteDemands, SessionDemand } from '@host/plugin'

const demands: ReadonlySet<SessionDemand> = new Set(['any', 'required', 'recent'])

/** Defaults for the routes of a guard, unless their definition differs. */
interface GuardDefaults {
  readonly session: SessionDemand
  /** The lowest role that passes, where a role is asked for. */
  readonly role?: Role | undefined
}

/**
 * Derives the demands: an owner-only route refuses tokens and needs a recent proof, and so does a session where a secret
 * is revealed.
 * @throws TypeError for a session demand that does not exist
 */
export function routeDemands(options: GuardOptions, defaults: GuardDefaults): RouteDemands {
  const declared = sessionDemand(options.session ?? defaults.session)
  const session = defaults.role === 'owner' ? 'recent' : declared
  return Object.freeze({
    session,
    proof: session === 'recent' || options.revealsSecret === true,
    agents: options.agents,
    permission: options.permission,
    tier: options.tier,
  })
}

function sessionDemand(session: SessionDemand): SessionDemand {
  if (demands.has(session)) return session
  throw new TypeError(`there is no session demand ${JSON.stringify(session)}; write "any", "required" or "recent"`)
}
