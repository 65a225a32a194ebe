/** Requirements of a route beyond its audience, derived from its definition in one place. */
import type { GuardOptions, Role, RouteRequirements, SessionRequirement } from '@host/plugin'

const requirements: ReadonlySet<SessionRequirement> = new Set(['any', 'required', 'recent'])

/** Defaults for the routes of a guard, unless their definition differs. */
interface GuardDefaults {
  readonly session: SessionRequirement
  /** The lowest role that passes, where a role is asked for. */
  readonly role?: Role | undefined
}

/**
 * Derives the requirements: an owner-only route refuses tokens and needs a recent proof, and so does a session where a secret
 * is revealed.
 * @throws TypeError for a session requirement that does not exist
 */
export function routeRequirements(options: GuardOptions, defaults: GuardDefaults): RouteRequirements {
  const declared = sessionRequirement(options.session ?? defaults.session)
  const session = defaults.role === 'owner' ? 'recent' : declared
  const proof = session === 'recent' || options.revealsSecret === true
  return Object.freeze({
    session,
    proof,
    agents: options.agents,
    permission: options.permission,
    tier: options.tier,
    readsOnly: options.readsOnly,
    support: options.support !== false && session === 'any' && !proof,
  })
}

function sessionRequirement(session: SessionRequirement): SessionRequirement {
  if (requirements.has(session)) return session
  throw new TypeError(`unknown session requirement ${JSON.stringify(session)}; use "any", "required", or "recent"`)
}
