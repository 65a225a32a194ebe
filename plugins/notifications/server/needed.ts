import type { PluginContext, ServiceToken } from '@host/plugin'

/** A service that notifications require. @throws Error naming it */
export function needed<Service>(ctx: Pick<PluginContext, 'lookup'>, token: ServiceToken<Service>): Service {
  const service = ctx.lookup(token)
  if (service === undefined) throw new Error(`The notifications plugin needs "${token.name}".`)
  return service
}
