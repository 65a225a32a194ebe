/** A policy of MTA-STS (RFC 8461). */
export interface StsPolicy {
  readonly mode: 'enforce' | 'testing' | 'none'
  /** Patterns in lower case, such as "mx.example.com" and "*.example.com". */
  readonly mx: readonly string[]
  /** Seconds. */
  readonly maxAge: number
}

export const maxPolicyBytes = 65_536
const longestAge = 31_557_600
const maxPatterns = 100
// bounded: only names of at most 255 characters are tested.
const pattern = /^(?:\*\.)?(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)*[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/

/** The id of the policy in the TXT records of `_mta-sts`; `undefined` when there isn't exactly one valid record. */
export function readStsRecord(texts: readonly string[]): string | undefined {
  const records = texts.filter((text) => /^v=STSv1[ \t]*;/.test(text))
  if (records.length !== 1) return undefined
  const fields = (records[0] ?? '').split(';').map((field) => field.trim())
  const id = fields.find((field) => field.startsWith('id=')) ?? ''
  return /^id=(?<id>[a-z\d]{1,32})$/i.exec(id)?.groups?.['id']
}

/** Reads the policy file; `undefined` for one that isn't valid. */
export function readStsPolicy(text: string): StsPolicy | undefined {
  if (text.length > maxPolicyBytes) return undefined
  const fields = text.split('\n').map(readField)
  const valueOf = (key: string): string | undefined => fields.find(([name]) => name === key)?.[1]
  const mode = valueOf('mode')
  const age = valueOf('max_age') ?? ''
  const mx = fields.filter(([key]) => key === 'mx').map(([, value]) => value.toLowerCase())
  if (valueOf('version') !== 'STSv1' || !isMode(mode) || !/^\d{1,10}$/.test(age)) return undefined
  if (mx.length > maxPatterns || !mx.every((each) => each.length <= 255 && pattern.test(each))) return undefined
  if (mx.length === 0 && mode !== 'none') return undefined
  return { mode, mx, maxAge: Math.min(Number(age), longestAge) }
}

/** Whether a host is one of the policy; `*.` stands for exactly one label. */
export function isStsHost({ mx }: StsPolicy, host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '')
  const parent = name.slice(name.indexOf('.') + 1)
  return mx.some((each) => (each.startsWith('*.') ? name.includes('.') && each.slice(2) === parent : each === name))
}

function readField(line: string): readonly [string, string] {
  const colon = line.indexOf(':')
  return colon === -1 ? ['', ''] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
}

function isMode(text: string | undefined): text is StsPolicy['mode'] {
  return text === 'enforce' || text === 'testing' || text === 'none'
}
