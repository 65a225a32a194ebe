import assert from 'node:assert/strict'
import { mkdir, rename, rm } from 'node:fs/promises'
import { test, type TestContext } from 'node:test'
import { selfSigned } from '../../testing/tls/self-signed.ts'
import { certificateFiles } from '../../testing/tls/tls-host.ts'
import { CertificateFiles } from './certificate-files.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }
const variables = { cert: 'HOST_TLS_CERT', key: 'HOST_TLS_KEY' }

const unexpected = (): never => assert.fail('a pair was applied')

async function openFiles(t: TestContext) {
  const written = await certificateFiles(t, selfSigned(['app.lab.test']))
  return { ...written, files: await CertificateFiles.open(written.paths, { log, use: 'HTTPS', variables }) }
}

test('files that the system does not read are read again at the next look', async (t) => {
  const { files, paths } = await openFiles(t)
  await rename(paths.cert, `${paths.cert}.before`)
  await mkdir(paths.cert)
  for (const look of ['first', 'second']) {
    await assert.rejects(files.check(unexpected), { code: 'EISDIR' }, look)
  }
  await rm(paths.cert, { recursive: true })
})

test('a broken pair is reported once, and the one before stays', async (t) => {
  const { files, write } = await openFiles(t)
  const { pair } = files
  write({ cert: 'broken', key: pair.key })
  await assert.rejects(files.check(unexpected), /PEM/i)
  await files.check(unexpected)
  assert.equal(files.pair, pair)
})
