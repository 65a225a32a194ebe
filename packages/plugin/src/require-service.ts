import type { PluginContext } from './context.ts'
import type { ServiceToken } from './service.ts'
import type { EventsService } from './services/events.ts'
import type { JobsService } from './services/jobs.ts'

/**
 * Finds a service that the plugin can't do without, such as one of the host's own. Services of plugins are there once
 * mounting has ended; for those `info.requires` refuses a build without their plugin.
 * @throws Error naming the service when no plugin of this build provides it
 * @example const jobs = requireService(ctx, Jobs)
 * @since 1.0.0
 */
export function requireService<Tables>(
  ctx: Pick<PluginContext<Tables>, 'lookup'>,
  token: ServiceToken<JobsService>,
): JobsService<Tables>
export function requireService<Tables>(
  ctx: Pick<PluginContext<Tables>, 'lookup'>,
  token: ServiceToken<EventsService>,
): EventsService<Tables>
export function requireService<Service>(ctx: Pick<PluginContext, 'lookup'>, token: ServiceToken<Service>): Service
export function requireService<Service>(ctx: Pick<PluginContext, 'lookup'>, token: ServiceToken<Service>): Service {
  const service = ctx.lookup(token)
  if (service === undefined) throw new Error(`Nothing in this build provides the service "${token.name}".`)
  return service
}
