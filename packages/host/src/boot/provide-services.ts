import { Idempotency, type IdempotencyService } from '@host/plugin'
import { wrappingOnce } from '../plugins/idempotency-seam.ts'
import type { OwnServices } from '../plugins/own-services.ts'
import type { Registry } from '../plugins/registry.ts'
import type { BootOptions } from './boot-options.ts'
import { hostServices } from './host-services.ts'
import type { OverviewParts, OwnParts, SharedParts } from './service-parts.ts'

type Given = Pick<BootOptions, 'services'>

/** Provides the services that plugins share; those that the caller of the host gives stand in place of the host's. */
export function provideServices(registry: Registry, options: Given, host: SharedParts): void {
  const given = givenOf(options)
  for (const { token, shared, isDefault = false } of hostServices) {
    const service = given.get(token.name) ?? shared?.(host)
    given.delete(token.name)
    if (service === undefined) continue
    if (isDefault) registry.provideDefault(token, service)
    else registry.provide('host', token, service)
  }
  for (const [name, service] of given) registry.provide('host', { name }, service)
}

/** Provides the services that present all plugins, once each plugin is ready to be mounted. */
export function provideOverviews(registry: Registry, options: Given, host: OverviewParts): void {
  const given = givenOf(options)
  for (const { token, overview } of hostServices) {
    if (overview !== undefined && !given.has(token.name)) registry.provide('host', token, overview(host))
  }
}

/** The services that each plugin has of its own. */
export function ownServices(host: OwnParts): OwnServices {
  return (plugin) => [
    ...guardServices(plugin),
    ...hostServices.flatMap(({ token, own }) => {
      const service = own?.(host, plugin)
      return service === undefined ? [] : [[token, service] as const]
    }),
  ]
}

/** The services of a plugin that work without a host. */
export const guardServices: OwnServices = (plugin) =>
  hostServices.flatMap(({ token, guard }) => (guard === undefined ? [] : [[token, guard(plugin)] as const]))

function givenOf({ services = [] }: Given): Map<string, unknown> {
  return new Map(
    services.map(([{ name }, service]) => [
      name,
      name === Idempotency.name ? wrappingOnce(service as IdempotencyService) : service,
    ]),
  )
}
