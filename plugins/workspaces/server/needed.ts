import type { PluginContext, ServiceToken } from '@host/plugin'

/** A service of the host, which every build has. @throws Error in a build without it */
export function needed<Service>(ctx: Pick<PluginContext, 'lookup'>, token: ServiceToken<Service>): Service {
  const service = ctx.lookup(token)
  if (service === undefined) throw new Error(`The workspaces plugin needs the service "${token.name}".`)
  return service
}
