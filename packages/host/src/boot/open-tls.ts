import type { HostTls } from '../tls/create-tls.ts'
import type { BaseServices } from './create-base-services.ts'
import type { RuntimeServices } from './create-runtime.ts'
import type { BootOptions } from './boot-options.ts'
import type { Foundation } from './foundation.ts'

/** Creates HTTPS of the host itself; its code is loaded only where the configuration has it. */
export async function openTls(
  { config, clock, log, worker }: BootOptions,
  { database, bus, safety }: Foundation,
  { data, metrics, peers }: BaseServices & RuntimeServices,
): Promise<HostTls | undefined> {
  if (config.tls === undefined) return undefined
  const { createTls } = await import('../tls/create-tls.ts')
  return createTls({
    config: config.tls,
    publicUrl: config.publicUrl,
    sharedHost: config.sharedHost,
    timeout: config.http.headersTimeout,
    source: worker?.secureConnections,
    vault: safety.vault,
    database,
    bus,
    data,
    metrics,
    peers,
    log,
    clock,
  })
}
