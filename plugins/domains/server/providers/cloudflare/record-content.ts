/** The data of records as Cloudflare has it: `content` for simple types, `priority` beside it for MX, `data` for the others. */
import { fieldsOf, normalizeData } from '@host/dns'
import * as z from 'zod/mini'

export const cloudflareRecord = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  content: z.optional(z.string()),
  priority: z.optional(z.nullable(z.number())),
  data: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  /** 1: automatic. */
  ttl: z.number(),
  proxied: z.optional(z.boolean()),
  comment: z.optional(z.nullable(z.string())),
})

/** A record of Cloudflare. */
export type CloudflareRecord = z.infer<typeof cloudflareRecord>

/** The fields of a record that have its data. */
export interface RecordContent {
  readonly content?: string
  readonly priority?: number
  readonly data?: Readonly<Record<string, unknown>>
}

/** Members of `data` by type, in the order of the text. */
const members: Readonly<Record<string, readonly string[]>> = {
  CAA: ['flags', 'tag', 'value'],
  DS: ['key_tag', 'algorithm', 'digest_type', 'digest'],
  HTTPS: ['priority', 'target', 'value'],
  NAPTR: ['order', 'preference', 'flags', 'service', 'regex', 'replacement'],
  SRV: ['priority', 'weight', 'port', 'target'],
  SSHFP: ['algorithm', 'type', 'fingerprint'],
  SVCB: ['priority', 'target', 'value'],
  TLSA: ['usage', 'selector', 'matching_type', 'certificate'],
}

/** Members that are texts in quotes. */
const quoted: Readonly<Record<string, readonly string[]>> = {
  CAA: ['value'],
  NAPTR: ['flags', 'service', 'regex'],
}

const withNames = new Set(['CNAME', 'NS', 'PTR'])

/** Types that are read and written. */
export const cloudflareTypes: readonly string[] = [
  'A',
  'AAAA',
  'MX',
  'TXT',
  ...withNames,
  ...Object.keys(members),
].toSorted()

/** The data in its normal form. @throws DnsError for data that can't be read */
export function dataOf({ type, content = '', priority, data }: CloudflareRecord): string {
  const names = members[type]
  if (names !== undefined) {
    return normalizeData(type, names.map((name) => memberText(type, name, data?.[name])).join(' '), '.')
  }
  if (type === 'MX') return normalizeData(type, `${priority ?? 0} ${content}`, '.')
  return normalizeData(type, type === 'TXT' && !content.startsWith('"') ? quote(content) : content, '.')
}

/** The fields for data in its normal form. */
export function contentOf(type: string, data: string): RecordContent {
  const [first = '', ...rest] = data.split(' ')
  if (type === 'MX') return { content: withoutDot(rest.join(' ')), priority: Number(first) }
  if (withNames.has(type)) return { content: withoutDot(data) }
  if (members[type] === undefined) return { content: data }
  if (type === 'CAA' || type === 'NAPTR') return { data: textMembers(type, data) }
  const values = [first, ...rest]
  const names = members[type]
  const last = names.length - 1
  const entries = names.map((name, at) => [name, at === last ? values.slice(at).join(' ') : values[at]] as const)
  return { data: Object.fromEntries(entries.map(([name, value = '']) => [name, memberOf(name, value)])) }
}

function memberText(type: string, name: string, value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  if (quoted[type]?.includes(name) === true) return quote(text)
  return text === '' && (name === 'target' || name === 'replacement') ? '.' : text
}

function memberOf(name: string, value: string): unknown {
  if (name === 'target') return withoutDot(value)
  return /^\d+$/.test(value) && !longTexts.has(name) ? Number(value) : value
}

/** Members whose digits are text. */
const longTexts = new Set(['certificate', 'digest', 'fingerprint', 'value'])

function textMembers(type: 'CAA' | 'NAPTR', data: string): Readonly<Record<string, unknown>> {
  if (type === 'CAA') {
    const { flags, tag, value } = fieldsOf('CAA', data)
    return { flags, tag, value: textOf(value) }
  }
  const { order, preference, flags, services, regexp, replacement } = fieldsOf('NAPTR', data)
  const texts = { flags: textOf(flags), service: textOf(services), regex: textOf(regexp) }
  return { order, preference, ...texts, replacement: withoutDot(replacement) }
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8')
}

function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

/** The root stays: it is the target of a null MX record. */
function withoutDot(name: string): string {
  return name.endsWith('.') && name !== '.' ? name.slice(0, -1) : name
}
