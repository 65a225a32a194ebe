/**
 * Host names in one form: lower case, A-labels, no port and no dot at the end. Two spellings of a name are one name, so
 * nothing that compares names may compare anything else.
 *
 * Node converts names by UTS 46, which is lenient: `xn--a`, `a..b`, `-a.com` and `a_b.com` all pass. Our own checks come
 * after it.
 */
import { domainToASCII, domainToUnicode } from 'node:url'

/** The longest name, in characters of its A-labels, without the dot at the end. */
const longestName = 253
/** The longest text that is looked at: a name of four-byte characters has fewer. */
const longestText = 1_024

// bounded: names of at most 253 characters, in which a label is tried at most 62 times.
const plainName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
/** Characters that have another meaning in an address; Node would cut the name there or drop them. */
const foreign = /[\u0000-\u0020\u007f%/\\?#@:[\]<>^|"`{}*]/
/** Addresses in numbers, which Node reads as IPv4: `1.2.3.4`, `1.2`, `0x7f.1`. */
const numericEnd = /(?:^|\.)(?:\d+|0x[0-9a-f]*)$/

/**
 * A host name in its one form; undefined for text that is not a name, IP addresses included. A port is dropped.
 * @example normalizeHostName('Bücher.Example.:443') // 'xn--bcher-kva.example'
 * @since 1.0.0
 */
export function normalizeHostName(text: string): string | undefined {
  if (text.length > longestText) return undefined
  const bare = withoutPort(text)
  if (isPlain(bare)) return bare
  if (bare === '' || foreign.test(bare)) return undefined
  const name = domainToASCII(bare.endsWith('.') ? bare.slice(0, -1) : bare)
  return isPlain(name) || isInternational(name) ? name : undefined
}

/**
 * A host name, or `*.` and one: every name below it. Undefined for anything else.
 * @since 1.0.0
 */
export function normalizeHostPattern(text: string): string | undefined {
  if (!text.startsWith('*.')) return normalizeHostName(text)
  const base = normalizeHostName(text.slice(2))
  return base === undefined || base.length + 2 > longestName ? undefined : `*.${base}`
}

/**
 * A name and all names above it that have two labels at least, the longest first.
 * @param name as `normalizeHostName` returns it
 * @since 1.0.0
 */
export function hostNameChain(name: string): readonly string[] {
  const labels = name.split('.')
  return labels.slice(0, -1).map((_label, at) => labels.slice(at).join('.'))
}

function withoutPort(text: string): string {
  const colon = text.lastIndexOf(':')
  return colon !== -1 && /^\d{0,5}$/.test(text.slice(colon + 1)) ? text.slice(0, colon) : text
}

/** Whether a name is in its form already and has no A-labels, which need a closer look. */
function isPlain(name: string): boolean {
  if (name.length > longestName || !plainName.test(name) || numericEnd.test(name)) return false
  return !name.startsWith('xn--') && !name.includes('.xn--')
}

/** Whether every A-label stands for the text that it is made of. */
function isInternational(name: string): boolean {
  if (name.length > longestName || !plainName.test(name) || numericEnd.test(name)) return false
  const shown = domainToUnicode(name)
  if (shown === '' || domainToASCII(shown) !== name) return false
  return shown.split('.').every((label) => !label.startsWith('xn--'))
}
