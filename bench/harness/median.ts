/** The value below which a share of the values lies, between 0 and 1, interpolated between neighbours. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  const place = (sorted.length - 1) * share
  const below = sorted[Math.floor(place)]
  const above = sorted[Math.ceil(place)]
  if (below === undefined || above === undefined) throw new RangeError('No value was measured.')
  return below + (above - below) * (place - Math.floor(place))
}

/** The middle value. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}
