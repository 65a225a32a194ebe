import type { ListenAddress } from '../http/listen-address.ts'
import type { CertificatePaths } from './certificate-files.ts'

/** How the host serves HTTPS by itself. */
export interface TlsConfig {
  readonly listen: ListenAddress
  /** Files of the operator, used for every name that has no certificate of its own. */
  readonly files: CertificatePaths | undefined
  /** Whether the host gets certificates from an authority (RFC 8555). */
  readonly isAcme: boolean
}
