/**
 * UTM parameters of a target. Everything else of it stays byte for byte, and in its order: a parameter is replaced in
 * its place, a new one is added at the end of the query.
 */

/** In the order in which they are added. */
export const utmFields = ['source', 'medium', 'campaign', 'term', 'content'] as const

export type UtmField = (typeof utmFields)[number]

/** Values by their field; an empty one stands for a parameter that is left out. */
export type UtmValues = Readonly<Record<UtmField, string>>

export const noUtm: UtmValues = { source: '', medium: '', campaign: '', term: '', content: '' }

/** The parameters of a target, decoded; the first of each counts. */
export function readUtm(url: string): UtmValues {
  const parts = partsOf(splitUrl(url).query)
  const values = utmFields.map((field) => {
    const part = parts.find((each) => fieldOf(each) === field)
    return [field, part === undefined ? '' : valueOf(part)]
  })
  return Object.fromEntries(values) as Record<UtmField, string>
}

/** A target with these parameters instead of its own. */
export function writeUtm(url: string, values: UtmValues): string {
  const { path, query, fragment } = splitUrl(url)
  const written = new Set<UtmField>()
  const kept = partsOf(query).flatMap((part) => {
    const field = fieldOf(part)
    if (field === undefined) return [part]
    const isRepeated = written.has(field)
    written.add(field)
    if (isRepeated || values[field] === '') return []
    return [valueOf(part) === values[field] ? part : parameterOf(field, values[field])]
  })
  const added = utmFields.filter((field) => !written.has(field) && values[field] !== '')
  if (written.size === 0 && added.length === 0) return url
  const all = [...kept, ...added.map((field) => parameterOf(field, values[field]))]
  return `${path}${all.length === 0 ? '' : `?${all.join('&')}`}${fragment}`
}

interface SplitUrl {
  readonly path: string
  /** Undefined without a question mark. */
  readonly query: string | undefined
  readonly fragment: string
}

function splitUrl(url: string): SplitUrl {
  const hash = url.indexOf('#')
  const [base, fragment] = hash === -1 ? [url, ''] : [url.slice(0, hash), url.slice(hash)]
  const mark = base.indexOf('?')
  return mark === -1
    ? { path: base, query: undefined, fragment }
    : { path: base.slice(0, mark), query: base.slice(mark + 1), fragment }
}

function partsOf(query: string | undefined): readonly string[] {
  return query === undefined || query === '' ? [] : query.split('&')
}

/** The field of a parameter, however its name is spelled. */
function fieldOf(part: string): UtmField | undefined {
  const name = decoded(part.split('=', 1)[0] ?? '')
  return utmFields.find((field) => name === `utm_${field}`)
}

function valueOf(part: string): string {
  const equals = part.indexOf('=')
  return equals === -1 ? '' : decoded(part.slice(equals + 1))
}

function decoded(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}

/** Half of a character, which no address can have, becomes U+FFFD. */
function parameterOf(field: UtmField, value: string): string {
  return `utm_${field}=${encodeURIComponent(value.toWellFormed())}`
}
