import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createSelfSignedCertificate } from '@host/acme/der'
import { BootError } from '../support/boot-error.ts'
import { listConfig, readConfig, type Environment } from './config.ts'

const acme = { HOST_TLS_LISTEN: ':443', HOST_TLS: 'acme', HOST_PUBLIC_URL: 'https://app.example.com' }
const key = 'zWNDZM6eQGHWpSRTPal5eIUYFTu7EajV'

test('without HOST_TLS=acme no authority is used, and with it that of the default', () => {
  assert.equal(readConfig({ HOST_ACME_EMAIL: 'ops@example.com' }).acme, undefined)
  assert.deepEqual(readConfig(acme).acme, {
    directory: 'https://acme-v02.api.letsencrypt.org/directory',
    email: undefined,
    externalAccount: undefined,
    roots: undefined,
    profile: undefined,
    challenge: 'http-01',
  })
})

test('an authority of one’s own is read with its account and its certificate', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'host-acme-'))
  const names = { names: ['ca.internal'], notBefore: new Date(), notAfter: new Date(Date.now() + 86_400_000) }
  const { certificate } = createSelfSignedCertificate(names)
  await writeFile(join(folder, 'roots.pem'), `Our authority\n${certificate}${certificate}`)
  const environment = {
    ...acme,
    HOST_ACME_DIRECTORY: 'https://ca.internal:9000/acme/directory',
    HOST_ACME_EMAIL: 'ops@example.com',
    HOST_ACME_EAB_KEY_ID: 'kid-1',
    HOST_ACME_EAB_KEY: key,
    HOST_ACME_ROOTS: join(folder, 'roots.pem'),
    HOST_ACME_PROFILE: 'shortlived',
    HOST_ACME_CHALLENGE: 'tls-alpn-01',
  }
  assert.deepEqual(readConfig(environment).acme, {
    directory: 'https://ca.internal:9000/acme/directory',
    email: 'ops@example.com',
    externalAccount: { keyId: 'kid-1', key },
    roots: [certificate, certificate],
    profile: 'shortlived',
    challenge: 'tls-alpn-01',
  })
  assert.equal(listConfig(environment).find(({ name }) => name === 'HOST_ACME_EAB_KEY')?.value, '********')
  await rm(folder, { recursive: true })
})

test('all mistakes are reported at once, and none repeats the key', () => {
  const mistakes = mistakesIn({
    ...acme,
    HOST_ACME_DIRECTORY: 'http://ca.internal/directory',
    HOST_ACME_EMAIL: 'Ops <ops@example.com>',
    HOST_ACME_EAB_KEY: 'secret!',
    HOST_ACME_ROOTS: '/nowhere.pem',
    HOST_ACME_PROFILE: 'a b',
    HOST_ACME_CHALLENGE: 'dns-01',
  })
  const named = mistakes.map((mistake) => /^HOST_\w+(?=:)/.exec(mistake)?.[0])
  assert.deepEqual(named, [
    'HOST_ACME_EAB_KEY',
    'HOST_ACME_DIRECTORY',
    'HOST_ACME_EMAIL',
    'HOST_ACME_ROOTS',
    'HOST_ACME_PROFILE',
    'HOST_ACME_CHALLENGE',
  ])
  assert.ok(!mistakes.join().includes('secret!'))
  assert.match(mistakesIn({ HOST_ACME_EAB_KEY: key }).join(), /^HOST_ACME_EAB_KEY_ID: it is missing/)
  assert.match(mistakesIn({ HOST_ACME_EAB_KEY_ID: 'kid-1' }).join(), /^HOST_ACME_EAB_KEY: it is missing/)
})

function mistakesIn(environment: Environment): readonly string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    assert.ok(error instanceof BootError)
    return error.problems
  }
}
