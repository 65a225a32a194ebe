import assert from 'node:assert/strict'
import { argon2Sync } from 'node:crypto'
import { test } from 'node:test'
import { PasswordHasher } from './password-hash.ts'

const cheap = new PasswordHasher({ memory: 64, passes: 1 })

test('§I2 a hash is argon2id and carries its cost', async () => {
  assert.match(await cheap.hash('tea-houses'), /^\$argon2id\$v=19\$m=64,t=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
})

test('only the password of the hash verifies, in whichever form its characters are composed', async () => {
  const hash = await cheap.hash('caf\u00e9 houses')
  assert.equal(await cheap.verify('cafe\u0301 houses', hash), true)
  assert.equal(await cheap.verify('cafe houses', hash), false)
})

test('a hash verifies at its own cost, whatever the current cost is', async () => {
  const derived = argon2Sync('argon2id', {
    message: 'password',
    nonce: Buffer.from('somesaltsomesalt'),
    memory: 128,
    passes: 3,
    parallelism: 2,
    tagLength: 32,
  })
  const hash = `$argon2id$v=19$m=128,t=3,p=2$c29tZXNhbHRzb21lc2FsdA$${derived.toString('base64').replaceAll('=', '')}`
  assert.equal(await cheap.verify('password', hash), true)
})

test('without a hash, or with one that can not be read, no password verifies', async () => {
  for (const hash of [undefined, null, '', '$2b$10$abc', '$argon2id$v=19$m=64,t=1,p=1$$']) {
    assert.equal(await cheap.verify('tea-houses', hash), false)
  }
})

test('§I3 an account that does not exist is answered for in the same way before and after a rush', async () => {
  const hasher = new PasswordHasher({ memory: 64, passes: 1 })
  const hash = await hasher.hash('tea-houses')
  const rush = Array.from({ length: 258 }, () => hasher.verify('tea-houses', hash))
  await assert.rejects(hasher.verify('tea-houses', undefined), { code: 'service_unavailable' })
  await Promise.all(rush)
  assert.equal(await hasher.verify('tea-houses', undefined), false)
})

test('§I2 a hash of a lower cost is to be made again', async () => {
  const hash = await cheap.hash('tea-houses')
  assert.equal(cheap.isOutdated(hash), false)
  assert.equal(new PasswordHasher({ memory: 128, passes: 1 }).isOutdated(hash), true)
  assert.equal(new PasswordHasher({ memory: 64, passes: 2 }).isOutdated(hash), true)
})
