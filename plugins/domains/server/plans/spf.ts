import { Problem } from '@host/plugin'
import { normalRecord } from '../records/record-set.ts'

/** Mechanisms that receivers look up; they stop after ten (RFC 7208). */
const lookups = /^[+?~-]?(?:include:|a(?:[:/]|$)|mx(?:[:/]|$)|ptr(?:[:/]|$)|exists:|redirect=)/i
const domain = /^[a-z0-9_%](?:[a-z0-9_%{}.-]*[a-z0-9_}])?$/i
const mechanism = /^[+?~-]?(include|exists|a|mx|ip4|ip6)(?::([^/]+))?(?:\/(\d{1,3}))?(?:\/\/(\d{1,3}))?$/i
const mostLookups = 10

/**
 * An SPF record: the terms of the present one, the servers that receive mail, and further senders. A redirection is the
 * last one, and takes the place of an `all` that the present record lacks.
 * @param present TXT records in quotes
 * @throws Problem `invalid_input`
 */
export function spfText(present: readonly string[], senders: readonly string[]): string {
  for (const [place, sender] of senders.entries()) {
    if (!isTerm(sender)) throw invalid(`records.senders.${place}`, texts.term)
  }
  const { terms, end } = presentTerms(present)
  const all = [...new Set(['mx', ...terms, ...senders])]
  // Only one is allowed, and it counts only where no `all` stands before it.
  const redirect = all.findLast(isRedirect)
  const ends = redirect === undefined ? [end ?? '~all'] : [...(end === undefined ? [] : [end]), redirect]
  const words = [...all.filter((each) => !isRedirect(each)), ...ends]
  if (words.filter((each) => lookups.test(each)).length > mostLookups) throw invalid('records.senders', texts.lookups)
  return ['v=spf1', ...words].join(' ')
}

/** Whether a term is one that receivers accept (RFC 7208, section 12). */
function isTerm(text: string): boolean {
  if (isRedirect(text)) return isDomain(text.slice('redirect='.length))
  const [matches, name = '', argument, length = '0', length6 = '0'] = mechanism.exec(text) ?? []
  if (matches === undefined || Number(length6) > bits.ip6) return false
  const kind = name.toLowerCase()
  if (kind === 'ip4' || kind === 'ip6') return isAddress(kind, argument ?? '') && Number(length) <= bits[kind]
  if (kind === 'a' || kind === 'mx') return Number(length) <= bits.ip4 && (argument === undefined || isDomain(argument))
  return argument !== undefined && isDomain(argument) && !text.includes('/')
}

const bits = { ip4: 32, ip6: 128 } as const

function isDomain(text: string): boolean {
  return text.includes('.') && domain.test(text)
}

function isAddress(kind: 'ip4' | 'ip6', text: string): boolean {
  try {
    return normalRecord(kind === 'ip4' ? 'A' : 'AAAA', text) !== ''
  } catch {
    return false
  }
}

function isRedirect(word: string): boolean {
  return /^redirect=/i.test(word)
}

function presentTerms(present: readonly string[]): {
  readonly terms: readonly string[]
  readonly end: string | undefined
} {
  const record = present.find((each) => /^"v=spf1[ "]/i.test(each)) ?? '""'
  const words = record.replaceAll('" "', '').slice(1, -1).split(' ').slice(1)
  const known = words.filter((word) => word !== '')
  const end = known.find((word) => /^[+?~-]?all$/i.test(word))
  return { terms: known.filter((word) => word !== end), end }
}

function invalid(path: string, message: { readonly en: string; readonly zh: string }): Problem {
  return new Problem('invalid_input', { errors: [{ path, message }] })
}

const texts = {
  term: { en: 'Enter a term such as include:spf.example.net.', zh: '请输入 include:spf.example.net 之类的条目。' },
  lookups: {
    en: 'An SPF record may look up at most 10 names. Remove a sender.',
    zh: 'SPF 记录最多查询 10 个名称。请移除部分发件服务器。',
  },
}
