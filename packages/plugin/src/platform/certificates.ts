import type { Language } from '../wire-types.ts'
import { serviceToken } from '../service.ts'

/** Why the last order of a certificate failed. */
export interface CertificateTrouble {
  /** Such as `dns` or `rate_limited`. */
  readonly code: string
  /** The reason and the next step. */
  readonly reason: Readonly<Record<Language, string>>
  /** The words of the authority or of the check before, in English. */
  readonly detail: string
}

/** The certificate of a host that a workspace answers. Times are ISO 8601. */
export interface HostCertificate {
  /** Exact, or `*.` and a name. */
  readonly host: string
  /** `pending` until the first order has ended; a `failed` one may still have the certificate from before. */
  readonly state: 'pending' | 'valid' | 'failed'
  /** Null until the first was issued. */
  readonly issuer: string | null
  readonly notAfter: string | null
  /** The next order. */
  readonly nextAttemptAt: string | null
  readonly trouble: CertificateTrouble | null
}

/** Hosts to list the certificates of. */
export interface CertificateFilter {
  /** Only this name, and hosts and wildcards below it; as `normalizeHostName` has it. */
  readonly below?: string
}

/** Certificates that the host orders for the hosts of workspaces. */
export interface CertificatesService {
  /** Those of a workspace, by host; at most 200. A host that was assigned within the last minute may be missing. */
  list(orgId: string, filter?: CertificateFilter): Promise<readonly HostCertificate[]>
  /**
   * Orders a failed one again within a minute, and within the limits of the workspace.
   * @throws Problem `not_found`; `conflict` for one that has not failed
   */
  retry(orgId: string, host: string): Promise<void>
}

/**
 * Certificates of an authority, where `HOST_TLS=acme` is set; nothing provides it otherwise.
 *
 * Audience: platform.
 */
export const Certificates = serviceToken<CertificatesService>('core.certificates')
