import type { DnsCapabilities } from '@host/plugin'
import type { DnsProviderRule } from './dns-provider-rule.ts'
import { failureRules } from './rules/failure-rules.ts'
import { readRules } from './rules/read-rules.ts'
import { recordRules } from './rules/record-rules.ts'
import { writeRules } from './rules/write-rules.ts'

/** Every rule for a provider with these capabilities. */
export function dnsProviderRules(capabilities: DnsCapabilities): readonly DnsProviderRule[] {
  return [...readRules, ...recordRules(capabilities), ...writeRules, ...failureRules]
}
