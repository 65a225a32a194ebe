/**
 * Whether an error is read by a person in a browser (RFC 9110, section 12.5.1). Only a client that names `text/html`, and
 * likes no JSON better, is one: programs say nothing, or take anything.
 */

interface Range {
  readonly type: string
  readonly quality: number
}

const judged = new Set(['text/html', 'application/problem+json', 'application/json'])

/** @param accept the `Accept` header */
export function takesPage(accept: string | null): boolean {
  if (accept?.toLowerCase().includes('text/html') !== true) return false
  const ranges = accept.slice(0, 1000).split(',').map(readRange)
  const page = ranges.find(({ type }) => type === 'text/html')
  if (page === undefined || page.quality === 0) return false
  // Of two equal preferences the first one counts.
  const best = ranges.filter(({ type }) => judged.has(type)).toSorted((one, other) => other.quality - one.quality)[0]
  return best?.type === 'text/html'
}

function readRange(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const given = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  const quality = given === undefined ? 1 : /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(given) ? Number(given) : 0
  return { type, quality }
}
