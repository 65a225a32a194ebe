const longest = 255

/** Text of a peer that is safe in logs, lists and headers: printable ASCII, cut. */
export const plain = (text: string, most = longest): string => text.replace(/[^\x20-\x7e]/g, '?').slice(0, most)

/** A value as one of the known ones. */
export const oneOf = <Value extends string>(values: readonly Value[], value: unknown): Value | undefined =>
  values.find((known) => known === value)
