/** The rules of DNS providers: all hold for the provider in memory, and each is failed by a provider with its fault. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DnsProviderLab, failureOf } from './dns-provider-lab.ts'
import { dnsProviderRules } from './dns-provider-rules.ts'
import { brokenOptions, healthyOptions, planted } from './fixtures/planted-providers.ts'
import { testDnsProvider } from './test-dns-provider.ts'

testDnsProvider(healthyOptions())
testDnsProvider({ ...healthyOptions(), skip: 'for a provider that is skipped' })

const rules = dnsProviderRules(healthyOptions().provider.capabilities)

for (const rule of rules) {
  // Each type has a rule of the same code.
  if (rule.id.startsWith('type-') && planted[rule.id] === undefined) continue
  test(`a provider with the fault of ${rule.id} fails that rule`, async (context) => {
    assert.ok(planted[rule.id], 'No provider with this fault is planted.')
    const lab = await failing(rule.id)
    if (lab === undefined) return
    context.mock.timers.enable({ apis: ['setTimeout'] })
    const failure = failureOf(rule.check(lab))
    const ticking = setInterval(() => context.mock.timers.tick(1_000), 1)
    const error = await failure
    clearInterval(ticking)
    assert.ok(error instanceof assert.AssertionError || isProblem(error), String(error))
  })
}

/** Undefined when the fault is found while the account is opened. */
async function failing(id: string): Promise<DnsProviderLab | undefined> {
  try {
    return await DnsProviderLab.open(brokenOptions(id))
  } catch (error) {
    assert.equal(id, 'zones', String(error))
    return undefined
  }
}

function isProblem(error: unknown): boolean {
  return error instanceof Error && error.name === 'Problem'
}

test('a zone is as before after every rule', async () => {
  const options = healthyOptions()
  const lab = await DnsProviderLab.open(options)
  const before = options.provider.zones.get(options.zone)?.records
  for (const rule of rules) {
    await rule.check(lab)
    assert.deepEqual(await lab.cleanUp(), [], rule.id)
    assert.deepEqual(options.provider.zones.get(options.zone)?.records, before, rule.id)
  }
})
