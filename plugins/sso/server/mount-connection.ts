import { noContent } from '@host/plugin'
import type { SignInProvidersService, SsoConnectionsService } from '@host/plugin/platform'
import { changeConnection, checkConnection, createConnection, readConnection, removeConnection } from '../shared.ts'
import type { SsoMux } from './sso-mux.ts'

/** The single sign-on of a workspace. */
export function mountConnection(
  mux: SsoMux,
  connections: SsoConnectionsService,
  providers: Pick<SignInProvidersService, 'check'>,
): void {
  mux.endpoint(readConnection, async ({ orgId }) => ({
    connection: (await connections.read(orgId)) ?? null,
    ...(await connections.addresses(orgId)),
  }))
  mux.endpoint(createConnection, ({ orgId, userId, input }) => connections.create({ orgId, actorId: userId }, input))
  mux.endpoint(changeConnection, ({ orgId, userId, input }) => connections.change({ orgId, actorId: userId }, input))
  mux.endpoint(removeConnection, async ({ orgId, userId }) => {
    await connections.remove({ orgId, actorId: userId })
    return noContent()
  })
  mux.endpoint(checkConnection, ({ input }) => providers.check(input.issuer))
}
