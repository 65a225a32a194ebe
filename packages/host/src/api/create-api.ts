import { Problem, type PluginCatalogService } from '@host/plugin'
import type { ApiRoute, ApiService } from '@host/plugin/platform'
import type { RegisteredPlugin } from '../declared/plugin-entry.ts'
import type { OwnToken } from '../identity/api-tokens/live-tokens.ts'
import type { Caller } from '../request/caller.ts'
import type { FeatureSource } from '../pipeline/gate.ts'
import { requestCaller } from '../request/request-state.ts'
import { DocumentCache } from './document-cache.ts'
import { InputMasks } from './input-masks.ts'
import { openRoutes, type OpenRoutesOptions } from './open-routes.ts'

/** Options of the service `Api`. */
export interface ApiOptions extends OpenRoutesOptions {
  readonly catalog: PluginCatalogService
  readonly features: FeatureSource
  readonly publicUrl: URL | undefined
  readonly tokens: { callerOfOwn(token: OwnToken): Promise<Caller | undefined> }
  readonly plugins: readonly RegisteredPlugin[]
}

/** The API of a build. Parts are created on first use. */
export function createApi(options: ApiOptions): ApiService {
  const { catalog } = options
  let known: readonly ApiRoute[] | undefined
  const routes = (): readonly ApiRoute[] =>
    (known ??= Object.freeze(
      catalog.list().flatMap((plugin) => plugin.routes.map((route) => Object.freeze({ ...route, plugin }))),
    ))
  const masks = new InputMasks(routes, options.plugins)
  const documents = new DocumentCache({ ...options, routes })
  return Object.freeze<ApiService>({
    routes,
    routesFor: (request) => openRoutes(requestCaller(request), routes(), options),
    routesForToken: async (request, tokenId) =>
      await openRoutes(await ownToken(request, tokenId, options.tokens), routes(), options),
    document: (orgId) => documents.read(orgId),
    shownInput: (pattern, input) => masks.shown(pattern, input),
  })
}

/** A token is looked into by the person who has it, never by another token of theirs. */
async function ownToken(request: Request, tokenId: string, tokens: ApiOptions['tokens']): Promise<Caller> {
  const { orgId, userId, tokenId: asking } = requestCaller(request) ?? {}
  if (orgId === undefined || userId === undefined || asking !== undefined) throw new Problem('session_required')
  const caller = await tokens.callerOfOwn({ orgId, userId, tokenId })
  if (caller === undefined) throw new Problem('not_found')
  return caller
}
