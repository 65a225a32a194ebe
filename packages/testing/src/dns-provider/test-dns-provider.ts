import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { DnsProviderLab } from './dns-provider-lab.ts'
import { dnsProviderRules } from './dns-provider-rules.ts'
import type { DnsProviderTestOptions } from './dns-provider-test-options.ts'

/**
 * Tests a DNS provider by every rule of its contract, each a test of `node:test`: on a zone for tests at the real
 * provider, or at a recorded one. A last test compares what they showed with the `conformance` of the provider, which the
 * console shows to instance admins.
 * @example
 * testDnsProvider({
 *   provider: exampleProvider(new OutboundPolicy()),
 *   settings: { token: process.env['EXAMPLE_TOKEN'] ?? '' },
 *   wrong: { token: 'not-a-token' },
 *   zone: 'test.example.com',
 *   skip: process.env['EXAMPLE_TOKEN'] ? false : 'needs EXAMPLE_TOKEN',
 * })
 * @since 1.1.0
 */
export function testDnsProvider(options: DnsProviderTestOptions): void {
  const { provider, skip = false } = options
  suite(`DNS provider ${provider.title}`, { skip }, () => {
    let opened: Promise<DnsProviderLab> | undefined
    const [passed, leftOut]: [string[], string[]] = [[], []]
    for (const rule of dnsProviderRules(provider.capabilities)) {
      test(`${rule.id}: ${rule.title}`, async (context) => {
        opened ??= DnsProviderLab.open(options)
        const lab = await opened
        const why = rule.leftOut?.(lab)
        if (why !== undefined) {
          leftOut.push(rule.id)
          return context.skip(why)
        }
        try {
          await rule.check(lab)
          passed.push(rule.id)
        } finally {
          for (const key of await lab.cleanUp()) context.diagnostic(`Delete ${key} by hand: it could not be deleted.`)
        }
      })
    }
    test('conformance: the provider states which rules it follows', (context) => {
      const shown = { passed, leftOut }
      if (provider.conformance === undefined) return context.skip(`it could state ${JSON.stringify(shown)}`)
      assert.deepEqual(provider.conformance, shown)
    })
  })
}
