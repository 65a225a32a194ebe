import assert from 'node:assert/strict'
import { test } from 'node:test'
import { relyingParty } from './relying-party.ts'

const at = (url: string, publicUrl?: string) =>
  relyingParty(new Request(url), publicUrl === undefined ? undefined : new URL(publicUrl))

test('the public address is the relying party, for any host in a request', () => {
  assert.deepEqual(at('http://evil.example/', 'https://host.example:8443'), {
    id: 'host.example',
    origins: ['https://host.example:8443'],
    isUsable: true,
  })
})

test('browsers use passkeys over TLS and on this machine, and never at an address of numbers', () => {
  const usable = (publicUrl: string) => at('http://x/', publicUrl).isUsable
  assert.deepEqual(['https://host.example', 'http://localhost:3000', 'http://app.localhost'].map(usable), [
    true,
    true,
    true,
  ])
  assert.deepEqual(
    ['http://host.example', 'https://192.0.2.1', 'https://[2001:db8::1]', 'http://127.0.0.1:3000'].map(usable),
    [false, false, false, false],
  )
})

test('without a public address it is the host that was asked for, by either scheme', () => {
  assert.deepEqual(at('http://localhost:3000/api'), {
    id: 'localhost',
    origins: ['https://localhost:3000', 'http://localhost:3000'],
    isUsable: true,
  })
  assert.equal(at('http://127.0.0.1:3000/').isUsable, false)
})
