import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { BootError } from '../support/boot-error.ts'
import { readConfig, readEnvironment, type Environment } from './config.ts'
import { variables } from './config-variables.ts'
import { secretFileNames, withSecretFiles } from './secret-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'host-secrets-'))
after(() => rmSync(folder, { recursive: true }))

function file(name: string, text: string | Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

function problemsOf(environment: Environment): string {
  try {
    withSecretFiles(environment)
    return ''
  } catch (error) {
    assert.ok(error instanceof BootError && error.stage === 'config')
    return error.problems.join('\n')
  }
}

test('every variable with a secret may name a file, and no other', () => {
  const secrets = Object.entries(variables).filter(([, variable]) => 'isSecret' in variable && variable.isSecret)
  assert.ok(secrets.length >= 6)
  assert.deepEqual(
    [...secretFileNames],
    secrets.map(([name]) => `${name}_FILE`),
  )
  for (const name of secretFileNames) {
    const path = file(name, `text of ${name}\n`)
    assert.equal(withSecretFiles({ [name]: path })[name.slice(0, -'_FILE'.length)], `text of ${name}`)
  }
  const listen = file('listen', ':9')
  assert.equal(withSecretFiles({ HOST_LISTEN_FILE: listen })['HOST_LISTEN'], undefined)
})

test('the configuration has the secret of a file, which may stand in the .env file as well', () => {
  const token = 'a-long-token-for-metrics-only-0123456789'
  writeFileSync(join(folder, '.env'), `HOST_METRICS_TOKEN_FILE=${file('token', `${token}\r\n`)}\n`)
  const environment = readEnvironment(folder, {})
  assert.equal(readConfig(environment).metricsToken, token)
  assert.deepEqual(readConfig(environment).unreadVariables, [])
})

test('a file that is missing, a folder, a pipe, empty or too large is refused by name, all at once', () => {
  const pipe = join(folder, 'pipe')
  execFileSync('/usr/bin/mkfifo', [pipe])
  const found = problemsOf({
    HOST_SECRET_KEY_FILE: join(folder, 'missing'),
    HOST_DATABASE_URL_FILE: folder,
    HOST_SMTP_URL_FILE: pipe,
    HOST_ADMIN_PASSWORD_FILE: file('empty', '\n'),
    HOST_METRICS_TOKEN_FILE: file('large', Buffer.alloc(64 * 1024 + 1, 'a')),
  }).split('\n')
  assert.equal(found.length, 5)
  assert.match(
    found[0] ?? '',
    /^HOST_SECRET_KEY_FILE: the file ".+missing" could not be read \(ENOENT\); make it a file/,
  )
  assert.match(found[1] ?? '', /^HOST_DATABASE_URL_FILE: .+ is not a regular file;/)
  assert.match(found[2] ?? '', /^HOST_SMTP_URL_FILE: .+ is not a regular file;/)
  assert.match(found[3] ?? '', /^HOST_ADMIN_PASSWORD_FILE: .+ is empty;/)
  assert.match(found[4] ?? '', /^HOST_METRICS_TOKEN_FILE: .+ is larger than 64 KiB,/)
})

test('a secret that is set twice is refused, and its text is not repeated', () => {
  const path = file('password', 'tea-houses by the sea')
  const found = problemsOf({ HOST_ADMIN_PASSWORD: 'another text', HOST_ADMIN_PASSWORD_FILE: path })
  assert.equal(found, 'HOST_ADMIN_PASSWORD_FILE: HOST_ADMIN_PASSWORD is set too; remove one of them.')
  assert.equal(withSecretFiles({ HOST_ADMIN_PASSWORD: 'a', HOST_ADMIN_PASSWORD_FILE: '' })['HOST_ADMIN_PASSWORD'], 'a')
})
