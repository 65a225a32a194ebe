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

/** Certificates that the host orders for the hosts of workspaces. */
export interface CertificatesService {
  /**
   * Those of hosts that a workspace answers, such as of a page of `Edge`. Others are left out, and so may be a host that
   * was assigned within the last minute.
   */
  find(orgId: string, hosts: readonly string[]): Promise<readonly HostCertificate[]>
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
