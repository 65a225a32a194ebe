import { serviceToken } from '../service.ts'

/** Hosts that the operator refuses: those of the file that `HOST_DENIED_HOSTS` names. */
export interface DeniedHostsService {
  /** Whether a host, or a name above it, is refused. @param host as `normalizeHostName` has it, or an address */
  has(host: string): boolean
  /** Reads the file again if it changed. @returns a digest of its content, the same on every process */
  refresh(): Promise<string>
}

/**
 * Hosts that the operator refuses as targets of links; without a file, nothing provides it.
 *
 * Audience: platform.
 */
export const DeniedHosts = serviceToken<DeniedHostsService>('core.denied-hosts')
