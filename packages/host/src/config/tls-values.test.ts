import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BootError } from '../support/boot-error.ts'
import { readConfig, type Environment } from './config.ts'

const files = { HOST_TLS_CERT: 'cert.pem', HOST_TLS_KEY: 'key.pem' }
const publicUrl = { HOST_PUBLIC_URL: 'https://app.example.com' }

function mistakesIn(environment: Environment): readonly string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    assert.ok(error instanceof BootError)
    return error.problems
  }
}

test('HTTPS has an address, and files or an authority', () => {
  assert.equal(readConfig({}).tls, undefined)
  const listen = { host: undefined, port: 443 }
  assert.deepEqual(readConfig({ HOST_TLS_LISTEN: ':443', ...files }).tls, {
    listen,
    files: { cert: 'cert.pem', key: 'key.pem' },
    isAcme: false,
  })
  assert.deepEqual(readConfig({ HOST_TLS_LISTEN: ':443', HOST_TLS: 'acme', ...publicUrl }).tls, {
    listen,
    files: undefined,
    isAcme: true,
  })
})

test('every mistake of HTTPS names its variable and the fix', () => {
  const listening = { HOST_TLS_LISTEN: ':443' }
  assert.match(mistakesIn(listening).join(), /^HOST_TLS_CERT: it is missing; .* or HOST_TLS=acme\.$/)
  assert.match(mistakesIn({ ...listening, HOST_TLS_CERT: 'a' }).join(), /^HOST_TLS_KEY: it is missing/)
  assert.match(mistakesIn({ ...listening, HOST_TLS_KEY: 'a' }).join(), /^HOST_TLS_CERT: it is missing/)
  assert.match(mistakesIn(files).join(), /^HOST_TLS_LISTEN: .* with HOST_TLS_CERT\.$/)
  assert.match(mistakesIn({ HOST_TLS: 'acme', ...publicUrl }).join(), /^HOST_TLS_LISTEN: .* with HOST_TLS\.$/)
  assert.match(mistakesIn({ ...listening, HOST_TLS: 'acme' }).join(), /^HOST_PUBLIC_URL: it is missing/)
  for (const host of ['192.0.2.1', 'localhost', '[2001:db8::1]']) {
    const environment = { ...listening, HOST_TLS: 'acme', HOST_PUBLIC_URL: `https://${host}` }
    assert.match(mistakesIn(environment).join(), /^HOST_PUBLIC_URL: no authority issues/, host)
  }
  const plain = { ...listening, ...files, HOST_PUBLIC_URL: 'http://app.example.com' }
  assert.match(mistakesIn(plain).join(), /^HOST_PUBLIC_URL: it begins with "http:"/)
  assert.match(mistakesIn({ HOST_TLS: 'on' }).join(), /^HOST_TLS: "on" is not a valid value/)
})
