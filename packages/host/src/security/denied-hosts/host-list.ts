import { normalizeHostName } from '@host/plugin'
import { hostNameChain } from '@host/plugin/platform'
import { canonicalAddress } from '../../http/canonical-address.ts'

/** Longer lists are a mistake: the whole list is kept in memory. */
const mostHosts = 2_000_000

/** Hosts, one a line. A name covers all names below it, `*.name` those alone. `#` begins a comment. */
export class HostList {
  readonly #names = new Set<string>()
  readonly #above = new Set<string>()

  /** @throws Error for a line without a host, giving its number */
  add(line: string, number: number): void {
    const entry = line.split('#', 1)[0]?.trim() ?? ''
    if (entry === '') return
    const isBelow = entry.startsWith('*.')
    const name = hostOf(isBelow ? entry.slice(2) : entry)
    if (name === undefined) throw new Error(`Line ${number} has no host name.`)
    ;(isBelow ? this.#above : this.#names).add(name)
    if (this.size > mostHosts) throw new Error(`The file has more than ${mostHosts} hosts.`)
  }

  get size(): number {
    return this.#names.size + this.#above.size
  }

  /** @param host as `normalizeHostName` has it, or an address */
  has(host: string): boolean {
    if (this.#names.has(host)) return true
    return hostNameChain(host).some((name) => name !== host && (this.#names.has(name) || this.#above.has(name)))
  }
}

function hostOf(text: string): string | undefined {
  return canonicalAddress(text) ?? normalizeHostName(text)
}
