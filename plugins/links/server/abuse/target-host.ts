import { normalizeHostName } from '@host/plugin'
import { hostNameChain } from '@host/plugin/platform'

/** The host of a target in its one form, or its address; empty where it has neither. */
export function targetHostOf(url: string): string {
  const parsed = URL.parse(url)
  return parsed === null ? '' : (hostIn(parsed.hostname) ?? '')
}

/** A host name in its one form, or an address; undefined for other text. */
export function hostIn(text: string): string | undefined {
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text
  return isAddress(bare) ? bare.toLowerCase() : normalizeHostName(bare)
}

/** A host with all names above it. */
export function hostAndAbove(host: string): readonly string[] {
  return [...new Set([host, ...(isAddress(host) ? [] : hostNameChain(host))])]
}

/** Whether a text is an IPv4 or IPv6 address. */
function isAddress(text: string): boolean {
  if (!text.includes(':')) return /^\d{1,3}(?:\.\d{1,3}){3}$/.test(text) && URL.canParse(`http://${text}/`)
  return text.length <= 45 && URL.canParse(`http://[${text}]/`)
}
