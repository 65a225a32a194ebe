import assert from 'node:assert/strict'
import { test } from 'node:test'
import { variables } from './config-variables.ts'
import { environmentOfCopy } from './environment-of-copy.ts'
import { secretFileNames } from './secret-files.ts'

test('a copy has no variable that names a port, a place of data or a server of mail', () => {
  const all = [...Object.keys(variables), ...secretFileNames]
  const copied = environmentOfCopy(Object.fromEntries(all.map((name) => [name, 'x'])))
  const shared = Object.keys(copied).filter((name) => copied[name] !== '')
  assert.ok(shared.includes('HOST_SECRET_KEY') && shared.includes('HOST_DATABASE_RLS'))
  const outward = /LISTEN|_URL$|SMTP|MAIL_DIRECT|BLOBS|S3|BACKUP|HOST_DATA$|ADMIN|_FILE$/
  assert.deepEqual(
    shared.filter((name) => outward.test(name)),
    ['HOST_PUBLIC_URL'],
  )
})

test('variables of other programs stay, and those of the host that are not known are empty', () => {
  const copied = environmentOfCopy({ PATH: '/bin', HOST_OF_TOMORROW: ':53', HOST_LOG_LEVEL: 'warn' })
  assert.deepEqual(copied, { PATH: '/bin', HOST_OF_TOMORROW: '', HOST_LOG_LEVEL: 'warn' })
})
