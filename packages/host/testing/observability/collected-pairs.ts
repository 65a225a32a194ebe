/** An attribute in the JSON of OTLP. */
export interface SentPair {
  readonly key: string
  readonly value: {
    readonly stringValue?: string
    readonly intValue?: string
    readonly boolValue?: boolean
    readonly doubleValue?: number
  }
}

/** Attributes by their names. */
export type CollectedFacts = Readonly<Record<string, string | number | boolean>>

export function factsOf(pairs: readonly SentPair[]): CollectedFacts {
  return Object.fromEntries(
    pairs.map(({ key, value: { stringValue, intValue, boolValue, doubleValue = 0 } }) => [
      key,
      stringValue ?? boolValue ?? (intValue === undefined ? doubleValue : Number(intValue)),
    ]),
  )
}
