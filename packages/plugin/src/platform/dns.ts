import { serviceToken } from '../service.ts'
import type { DnsService } from '../services/dns.ts'

/** DNS of workspaces, for every plugin. */
export interface DnsServices {
  /** The service in the name of a plugin, whose record sets are its own. The host calls it for `ctx.dns`. */
  of(plugin: string): DnsService
}

/**
 * DNS behind `ctx.dns`.
 *
 * Audience: platform.
 */
export const Dns = serviceToken<DnsServices>('core.dns')
