import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readReturnPath } from './return-path.ts'

const runs = { numRuns: process.env['HOST_SOAK'] === '1' ? 200_000 : 5_000 }

test('a page of ours is taken as it is', () => {
  for (const path of [
    '/',
    '/admin',
    '/admin/members?q=a&sort=-name',
    '/admin/settings/security#passkeys',
    '/authors',
  ]) {
    assert.equal(readReturnPath(path), path)
  }
})

test('for any text, a browser stays on this origin and starts no action', () => {
  const pieces = fc
    .array(
      fc.constantFrom(
        '/',
        '\\',
        '.',
        '..',
        '@',
        ':',
        '%2f',
        '%5c',
        '\t',
        '\n',
        'evil.example',
        'https:',
        'api',
        'auth',
        '?',
        '#',
      ),
    )
    .map((all) => all.join(''))
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        pieces,
        pieces.map((text) => `/${text}`),
      ),
      (text) => {
        const path = readReturnPath(text)
        if (path === undefined) return
        const url = new URL(path, 'https://host.example/auth/callback/corp')
        assert.equal(url.origin, 'https://host.example', path)
        assert.ok(!/^\/(?:api|auth)(?:\/|$)/i.test(url.pathname), path)
        assert.match(path, /^\/(?!\/)[!-~]*$/)
      },
    ),
    runs,
  )
})
