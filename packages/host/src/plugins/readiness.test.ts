import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HostChecks } from '../support/host-checks.ts'
import { readReadiness } from './readiness.ts'

test('the public answer has counts and no names, and the parts are asked once in two seconds', async () => {
  let [now, asked] = [1_000, 0]
  const checks = new HostChecks(() => now)
  checks.add({
    name: 'dns',
    title: { en: 'DNS server', zh: 'DNS 服务器' },
    read: () => {
      asked += 1
      return { state: 'warn', failing: 1, reason: 'A zone.', namedReason: 'The zone "tenant.test".' }
    },
  })
  const read = () =>
    readReadiness({
      database: { check: async () => undefined },
      healths: { unwell: async () => [] },
      checks,
      leaving: new AbortController().signal,
    })
  const [first] = await Promise.all([read(), read()])
  assert.deepEqual(first.checks, [{ name: 'dns', state: 'warn', failing: 1, reason: 'A zone.' }])
  now += 1_999
  await read()
  assert.equal(asked, 1)
  assert.equal((await checks.read('zh'))[0]?.title, 'DNS 服务器')
  assert.equal(asked, 2, 'each language by itself')
  now += 1
  await read()
  assert.equal(asked, 3)
})
