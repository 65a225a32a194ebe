/**
 * Requirements checked once the caller is known: a session where a token is not enough, a recent proof where the
 * session is not, and the scope of its route where a token calls. Every guard ends here, so no route is open to tokens
 * by mistake.
 */
import { Problem, type RouteRequirements } from '@host/plugin'
import type { Caller } from '../request/caller.ts'
import { isFactorProved } from '../identity/sessions/factor-proof.ts'
import { provedUntil } from '../identity/sessions/session-life.ts'
import { staysInWorkspace } from '../identity/sessions/stays-in-workspace.ts'
import type { RequestState } from '../request/request-state.ts'
import { isAgent } from './agent-token.ts'
import { requireWithinSupport } from './within-support.ts'
import { isReading, scopeOf } from '../request/route-scope.ts'

/** Dependencies of the scope of a call. */
interface CalledRoute {
  readonly plugin: RequestState['plugin']
  readonly request: Pick<Request, 'method'>
}

/** A call whose caller is known. */
export interface KnownCall {
  readonly state: CalledRoute
  readonly caller: Caller
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** The scopes that make a token that of an agent. */
  readonly agentScopes: ReadonlySet<string>
}

/**
 * @throws Problem `session_required`, `reauthentication_required`, `second_factor_required`, `scope_required` naming the
 * scope, `forbidden` for a session that is confined to a workspace, and beyond the rights of support access
 */
export function requireAccess(call: KnownCall, requirements: RouteRequirements): void {
  const { state, caller, clock, agentScopes } = call
  const { session, proof, permission, confined, factor, agents } = requirements
  if (confined === 'refused' && caller.confinedTo !== undefined) throw staysInWorkspace()
  if (caller.support !== undefined) requireWithinSupport(caller.support, state.request.method, requirements)
  if (caller.tokenId === undefined) {
    if (proof === true) requireProof(caller, clock())
    if (factor !== undefined && !isFactorProved(caller, factor, clock())) throw factorProofRequired()
    return
  }
  if (session !== 'any') throw new Problem('session_required')
  const takesAgents = agents ?? isReading(state.request.method)
  if (!takesAgents && isAgent(caller, agentScopes)) throw noAgents()
  // A session may continue, to set up a second factor; a token can't.
  if (caller.needsSecondFactor) throw new Problem('second_factor_required')
  const scope = scopeOf({ plugin: state.plugin, method: state.request.method, permission })
  if (caller.scopes?.includes(scope) === true) return
  throw new Problem('scope_required', {
    detail: { en: `This requires the scope "${scope}".`, zh: `此操作需要权限范围 ${scope}。` },
  })
}

function noAgents(): Problem {
  return new Problem('session_required', {
    detail: { en: 'This operation is not available to agents.', zh: '智能体不能使用此操作。' },
  })
}

function requireProof(caller: Caller, now: number): void {
  if (provedUntil(caller.provedAt, now) === undefined) throw new Problem('reauthentication_required')
}

function factorProofRequired(): Problem {
  return new Problem('reauthentication_required', {
    detail: {
      en: 'Changing a second factor requires that factor or a recovery code, not a password.',
      zh: '更改第二因素需要近期使用该因素或恢复代码完成验证，仅凭密码不够。',
    },
    nextStep: {
      en: 'Enter an authenticator code, use your passkey or a recovery code, then try again.',
      zh: '请提供身份验证器代码、通行密钥或恢复代码后重试。',
    },
  })
}
