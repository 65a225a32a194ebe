/** Milliseconds; the defaults are those of RFC 5321, shorter where a queue tries again anyway. */
export interface DeliveryTimeouts {
  readonly connect: number
  readonly greeting: number
  readonly tls: number
  readonly command: number
  /** For each 64 kB of the message. */
  readonly content: number
  /** For the reply after the message, which may take long. */
  readonly final: number
  /** For everything. */
  readonly total: number
}

const second = 1_000
const minute = 60 * second

export const defaultTimeouts: DeliveryTimeouts = {
  connect: 30 * second,
  greeting: 2 * minute,
  tls: minute,
  command: 5 * minute,
  content: 3 * minute,
  final: 10 * minute,
  total: 30 * minute,
}
