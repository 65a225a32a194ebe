import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '@host/plugin'
import { spfText } from './spf.ts'

const isRefused = (sender: string): boolean => {
  try {
    spfText([], [sender])
    return false
  } catch (error) {
    return error instanceof Problem && error.code === 'invalid_input'
  }
}

test('only terms that receivers accept are written', () => {
  const right = [
    'include:spf.example.net',
    '?include:_spf.example.net',
    'ip4:192.0.2.0/24',
    'ip6:2001:db8::/32',
    'a:mail.example.net',
    'mx',
    'a/24//64',
    'exists:%{i}.spf.example.net',
    'redirect=spf.example.net',
  ]
  const wrong = [
    'include:',
    'include',
    'include:例.com',
    'include:a.example/24',
    'ip4:foo',
    'ip4:192.0.2.0/33',
    'ip4:2001:db8::1',
    'ip6:192.0.2.1',
    'ip6:2001:db8::/129',
    'a:mail example',
    'a/33',
    '+redirect=x.example',
    'redirect=',
    'all',
    'v=spf1',
    '"',
  ]
  assert.deepEqual(right.filter(isRefused), [])
  assert.deepEqual(
    wrong.filter((sender) => !isRefused(sender)),
    [],
  )
})
