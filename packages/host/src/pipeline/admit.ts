import type {
  Admitted,
  Handler,
  InstanceScope,
  MaybePromise,
  RequestScope,
  Role,
  RouteRequirements,
  Unguarded,
  UserScope,
} from '@host/plugin'
import type { AdmitOptions, InstanceGuardService, UserAdmitOptions, UserGuardService } from '@host/plugin/platform'
import { Problem } from '@host/plugin'
import { PersonScope, type ScopeTools } from '../request/request-scope.ts'
import { withBackgroundReads } from '../database/background/background-scope.ts'
import { instanceQueue } from '../database/background/background-queue.ts'
import type { Caller } from '../request/caller.ts'
import { stateOf } from '../request/request-state.ts'
import { requireAccess } from './require-access.ts'
import { confinedRequirement } from './confined-requirement.ts'
import { factorRequirement } from './factor-requirement.ts'
import { routeRequirements } from './route-requirements.ts'

type PersonHandler = Handler<PersonScope>

/** `UserGuard` for one plugin: every signed-in user, with or without a workspace. */
export function userGuard(tools: ScopeTools): UserGuardService {
  function guard<Params>(handler: Unguarded<UserScope<Params>>, options?: UserAdmitOptions): Admitted<Params>
  function guard(handler: PersonHandler, options: UserAdmitOptions = {}): Admitted {
    return admitUser(handler, options, tools)
  }
  return guard
}

/** `InstanceGuard` for one plugin: instance admins, whatever their role in a workspace. */
export function instanceGuard(tools: ScopeTools): InstanceGuardService {
  function guard<Params>(handler: Unguarded<InstanceScope<Params>>, options?: AdmitOptions): Admitted<Params>
  function guard(handler: PersonHandler, options: AdmitOptions = {}): Admitted {
    return admitInstance(handler, options, tools)
  }
  return guard
}

/** Accepts signed-in users. */
export function admitUser(handler: PersonHandler, options: UserAdmitOptions & RoleOption, tools: ScopeTools): Admitted {
  const asked = routeRequirements(options, { session: 'required', role: options.role })
  const confined = confinedRequirement(options)
  const requirements = {
    ...asked,
    confined,
    factor: factorRequirement(options, asked.session),
    support: options.support !== false && confined === 'allowed' && asked.proof !== true,
  }
  return admit({ audience: 'user', requirements }, handler, tools)
}

/** Accepts instance admins. */
export function admitInstance(handler: PersonHandler, options: AdmitOptions, tools: ScopeTools): Admitted {
  const requirements = routeRequirements(options, { session: 'any' })
  return admit({ audience: 'instance', requirements }, handler, tools)
}

/** A typed endpoint may name the role in the workspace that its path names; its handler checks that role. */
interface RoleOption {
  readonly role?: Role
}

/** The audience, with its further requirements. */
interface Admission {
  readonly audience: Admitted['audience']
  readonly requirements: RouteRequirements
}

function admit({ audience, requirements }: Admission, handler: PersonHandler, tools: ScopeTools): Admitted {
  if (typeof handler !== 'function') throw new TypeError('the handler must be a function')
  const authorize = (request: Request): PersonScope => {
    const state = stateOf(request)
    if (state?.caller === undefined) throw new Problem('unauthenticated')
    const { caller } = state
    if (audience === 'instance') requireInstanceAdmin(caller)
    requireReach(caller, state.params)
    requireAccess({ state, caller, clock: tools.clock, agentScopes: tools.agentScopes }, requirements)
    return new PersonScope(state, tools, caller)
  }
  const run = (scope: PersonScope): MaybePromise<Response> =>
    readsInstance(audience, scope.request) ? withBackgroundReads(instanceQueue, () => handler(scope)) : handler(scope)
  const admitted = ({ request }: RequestScope): MaybePromise<Response> => run(authorize(request))
  return Object.freeze(Object.assign(admitted, { audience, requirements: Object.freeze(requirements), authorize, run }))
}

/** Reads of the console grow with the instance, so they run beside the main thread, whatever its routes request. */
function readsInstance(audience: Admission['audience'], { method }: Request): boolean {
  return audience === 'instance' && (method === 'GET' || method === 'HEAD')
}

/**
 * A session that came through the single sign-on of a workspace reaches no other one, however it is named in the path;
 * nor does any session that lacks that sign-on reach the workspace that asks for it.
 */
function requireReach({ confinedTo, orgId, needsSso }: Caller, params: Readonly<Record<string, string>>): void {
  if (confinedTo === undefined && !needsSso) return
  for (const value of Object.values(params)) {
    if (!value.startsWith('org_')) continue
    if (confinedTo !== undefined && value !== confinedTo) throw new Problem('not_found')
    if (needsSso && value === orgId) throw new Problem('sso_required')
  }
}

/** @throws Problem `forbidden`, `second_factor_required` */
export function requireInstanceAdmin(caller: Caller): void {
  if (caller.isInstanceAdmin) {
    if (caller.needsSecondFactor) throw new Problem('second_factor_required')
    return
  }
  throw new Problem('forbidden', {
    detail: { en: 'The console is for instance admins.', zh: '控制台仅供实例管理员使用。' },
    nextStep: { en: 'Ask an instance admin.', zh: '请联系实例管理员。' },
  })
}
