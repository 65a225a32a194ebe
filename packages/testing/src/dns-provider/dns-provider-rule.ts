import type { DnsProviderLab } from './dns-provider-lab.ts'

/** One rule of the contract of DNS providers. */
export interface DnsProviderRule {
  /** Lower-case words with hyphens. */
  readonly id: string
  /** What a provider does, as a sentence. */
  readonly title: string
  /** Why the rule doesn't concern this provider. */
  readonly leftOut?: (lab: DnsProviderLab) => string | undefined
  /** @throws AssertionError when the provider doesn't follow the rule */
  readonly check: (lab: DnsProviderLab) => Promise<void>
}
