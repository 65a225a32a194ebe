import { channel } from 'node:diagnostics_channel'
import { outboundStartChannel, type OutboundStart } from '@host/plugin/platform'

/**
 * Announces a connection as `safehttp` does its requests, so that the host refuses it in a job that does not declare the
 * network.
 * @throws the error of the host
 */
export function announceConnection(): void {
  const refusals: Error[] = []
  channel(outboundStartChannel).publish({ refuse: (error) => void refusals.push(error) } satisfies OutboundStart)
  if (refusals[0] !== undefined) throw refusals[0]
}
