/** A record of the class IN, as a zone has it. */
export interface ResourceRecord {
  /** Absolute, with the trailing dot. */
  readonly name: string
  /** `MX`; `TYPE123` where the type has no name. */
  readonly type: string
  /** Seconds. */
  readonly ttl: number
  /** The canonical text of its data, as `normalizeData` makes it. */
  readonly data: string
}
