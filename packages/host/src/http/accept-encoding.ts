/** A coding that files are stored in. */
export type ContentCoding = 'br' | 'gzip'

/**
 * The stored coding that a client likes best, by its q-values (RFC 9110, section 12.5.3); the smaller one when it has no
 * preference, and `undefined` when only plain bytes will do.
 */
export function preferredCoding(header: string | null, stored: readonly ContentCoding[]): ContentCoding | undefined {
  if (header === null) return undefined
  const weights = readWeights(header)
  const weightOf = (coding: string): number => weights.get(coding) ?? weights.get('*') ?? 0
  const plain = weights.get('identity') ?? 0
  const best = stored.toSorted((one, other) => weightOf(other) - weightOf(one))[0]
  return best === undefined || weightOf(best) === 0 || weightOf(best) < plain ? undefined : best
}

function readWeights(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>()
  for (const part of header.split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    const weight = q === undefined ? 1 : /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(q) ? Number(q) : 0
    weights.set(coding === 'x-gzip' ? 'gzip' : coding, weight)
  }
  return weights
}
