/** A condition of the host that an operator should know; it is no reason to send requests elsewhere. */
export interface HealthCheck {
  readonly name: string
  readonly state: 'ok' | 'warn' | 'fail'
  /** Days until it fails, where that is known. */
  readonly days?: number
  /** Things that don't work as they should, such as hosts without a new certificate. */
  readonly failing?: number
  /** Things that work. */
  readonly working?: number
  readonly reason?: string
  /** The next step of the operator. */
  readonly fix?: string
}
