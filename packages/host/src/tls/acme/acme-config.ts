import type { ChallengeType, ExternalAccount } from '@host/acme'

/** How the host gets certificates from an authority (RFC 8555). */
export interface AcmeConfig {
  /** URL of its directory, with https. */
  readonly directory: string
  /** Where the authority may write to. */
  readonly email: string | undefined
  readonly externalAccount: ExternalAccount | undefined
  /** The authorities of the directory's own certificate, as PEM; undefined for public ones. */
  readonly roots: readonly string[] | undefined
  readonly profile: string | undefined
  /** How hosts outside of zones of their workspace are proved. */
  readonly challenge: Exclude<ChallengeType, 'dns-01'>
}
