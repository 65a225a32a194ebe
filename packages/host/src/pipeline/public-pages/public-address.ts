/**
 * An address without sign-in, up to its handler:
 *
 *   rate, by address -> workspace of the address -> that of the domain, on one -> not being erased -> feature on -> handler
 *
 * Every way to have no answer is the same 404, so an address says nothing about what it once had.
 */
import { Problem, type PublicHandler } from '@host/plugin'
import type { ScopeTools } from '../../request/request-scope.ts'
import { PublicScope } from '../../request/request-scope.ts'
import type { IdempotentRuns } from '../../idempotency/idempotent-runs.ts'
import type { RouteMiddleware } from '../route-steps.ts'
import type { Middleware, RequestState } from '../../request/request-state.ts'
import { addressKey } from '../../http/address-key.ts'
import { tooMany } from '../../security/rate-limits/too-many.ts'
import type { FindPageAddress } from '../edge/page-addresses.ts'
import type { PageDocument } from './page-document.ts'
import type { FindPublicWorkspace, PublicWorkspace } from './public-workspaces.ts'
import { AddressScope, type VisitorScope } from './visitor-scope.ts'

/** Parts of a host that its public pages share. */
export interface PublicPageParts {
  readonly findWorkspace: FindPublicWorkspace
  readonly runs: Pick<IdempotentRuns, 'answer'>
  readonly document: Pick<PageDocument, 'policy' | 'write'>
  readonly addressOf: FindPageAddress
}

/** The same, with those of one plugin. */
export interface PublicRouteParts extends PublicPageParts {
  readonly plugin: string
  /** The feature that a workspace switches; undefined for a plugin that can't be switched off. */
  readonly feature: string | undefined
  readonly tools: ScopeTools
  readonly middleware: Pick<RouteMiddleware, 'features' | 'publicOrigin' | 'rates'>
}

/** A handler of a plugin. */
export type AnyPublicHandler<Answer = unknown> = PublicHandler<unknown, VisitorScope, Answer>

/** A request at a public address whose workspace was found. */
export interface PublicCall {
  readonly state: RequestState
  readonly scope: PublicScope
  readonly workspace: PublicWorkspace
}

/** Puts the steps before a handler. */
export function publicAddress(
  parts: PublicRouteParts,
  handler: AnyPublicHandler,
  { rate, answer }: { readonly rate: 'page' | 'form'; readonly answer: (call: PublicCall) => Promise<Response> },
): Middleware {
  const { rates } = parts.middleware
  return async (state) => {
    const standing = await rates.limiterOf(rate)?.take(addressKey(state.address))
    if (standing?.isAllowed === false) throw tooMany(standing.resetAfter)
    const scope = new PublicScope(state, parts.tools)
    return await answer({ state, scope, workspace: await openWorkspace(parts, handler, { state, scope }) })
  }
}

/** @throws Problem `not_found` */
async function openWorkspace(
  { findWorkspace, feature, middleware: { features } }: PublicRouteParts,
  handler: AnyPublicHandler,
  { state: { site }, scope }: Pick<PublicCall, 'state' | 'scope'>,
): Promise<PublicWorkspace> {
  const orgId = await handler.workspace(new AddressScope(scope))
  // The domain of a workspace shows pages of that workspace alone.
  const isOfSite = site === undefined || site.orgId === orgId
  const workspace = isOfSite && typeof orgId === 'string' ? await findWorkspace(orgId) : undefined
  if (workspace === undefined) throw new Problem('not_found')
  if (feature !== undefined && !(await features.isEnabled(workspace.id, feature))) throw new Problem('not_found')
  return workspace
}
