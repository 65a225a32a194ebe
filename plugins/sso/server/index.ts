import * as z from 'zod/mini'
import { definePlugin, Problem, type RequestScope } from '@host/plugin'
import {
  ExternalIdentities,
  SignInProviders,
  SsoConnections,
  type ExternalIdentitiesService,
} from '@host/plugin/platform'
import { i18n } from './i18n.ts'
import { instanceMenus, menus } from './menus.ts'
import { mountConnection } from './mount-connection.ts'
import { mountProviders } from './mount-providers.ts'

z.config(z.locales.en())

export const plugin = definePlugin({
  name: 'sso',
  info: {
    title: 'Single sign-on',
    description: 'Sign in with external accounts',
    icon: 'key-round',
    category: 'Workspace',
    core: true,
    api: '^1',
  },
  models: [],
  i18n,
  menus,
  instanceMenus,
  topLevelApi: ['sso', 'instance/providers'],
  helpDocsFS: './docs',
  mount(mux, ctx) {
    const identities = ctx.lookup(ExternalIdentities)
    const providers = ctx.lookup(SignInProviders)
    const connections = ctx.lookup(SsoConnections)
    if (identities === undefined || providers === undefined || connections === undefined) {
      throw new Error('The sso plugin needs external identities.')
    }
    const limited = { rateLimit: 'sign-in' } as const
    mux.handle('GET /auth/begin/{provider}', browsed(identities.begin), limited)
    mux.handle('GET /auth/callback/{provider...}', browsed(identities.finish), limited)
    mountConnection(mux, connections, providers)
    mountProviders(mux, providers)
  },
})

/** A step of a sign-in. `HEAD` runs none: a link preview must not use the link up. */
function browsed(step: ExternalIdentitiesService['begin']) {
  return ({ request, params }: RequestScope<{ readonly provider: string }>): Promise<Response> => {
    if (request.method !== 'GET') throw new Problem('method_not_allowed', { headers: { allow: 'GET' } })
    return step(request, params.provider)
  }
}
