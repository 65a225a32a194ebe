import { noContent } from '@host/plugin'
import type { SignInProvidersService } from '@host/plugin/platform'
import { changeProvider, checkProvider, createProvider, listProviders, removeProvider } from '../shared.ts'
import type { SsoMux } from './sso-mux.ts'

/** The providers of the instance. */
export function mountProviders(mux: SsoMux, providers: SignInProvidersService): void {
  mux.endpoint(listProviders, async () => ({ items: [...(await providers.listAll())], nextCursor: null }))
  mux.endpoint(createProvider, ({ userId, input }) => providers.create(userId, input))
  mux.endpoint(changeProvider, ({ userId, params, input }) => providers.change(userId, params.id, input))
  mux.endpoint(removeProvider, async ({ userId, params }) => {
    await providers.remove(userId, params.id)
    return noContent()
  })
  mux.endpoint(checkProvider, ({ input }) => providers.check(input.issuer))
}
