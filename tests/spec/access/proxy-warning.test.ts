import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSpecHost } from '../lab/spec-host.ts'

test('§I44 a trusted proxy without a public URL is warned of at the start, and only then', async () => {
  const proxy = { HOST_TRUST_PROXY: '10.0.0.0/8' }
  for (const [environment, expected] of [
    [proxy, 1],
    [{ ...proxy, HOST_PUBLIC_URL: 'https://host.test' }, 0],
    [{}, 0],
  ] as const) {
    await using host = await startSpecHost({ environment })
    const warned = host.log.filter((line) => JSON.stringify(line).includes('HOST_TRUST_PROXY is set'))
    assert.equal(warned.length, expected, JSON.stringify(environment))
  }
})
