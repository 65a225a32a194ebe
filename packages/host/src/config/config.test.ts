import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { BootError } from '../support/boot-error.ts'
import { listConfig, readConfig, readEnvironment, type Environment } from './config.ts'

function mistakesIn(environment: Environment): readonly string[] {
  try {
    readConfig(environment)
  } catch (error) {
    assert.ok(error instanceof BootError)
    assert.equal(error.stage, 'config')
    return error.problems
  }
  return []
}

test('without any variable the host listens on 8080 with a SQLite file under ./data', () => {
  const config = readConfig({ HOST_PUBLIC_URL: '' })
  assert.deepEqual(config.listen, { host: undefined, port: 8080 })
  assert.equal(config.databaseUrl, join('data', 'host.db'))
  assert.equal(config.publicUrl, undefined)
  assert.equal(config.firstAdmin, undefined)
  assert.deepEqual([config.answerTimeout, config.stopTimeout], [60_000, 10_000])
})

test('variables are read', () => {
  const config = readConfig({
    HOST_LISTEN: '127.0.0.1:0',
    HOST_PUBLIC_URL: 'https://host.example.com',
    HOST_DATABASE_URL: 'postgres://localhost/host',
    HOST_ADMIN_EMAIL: 'a@example.com',
    HOST_ADMIN_PASSWORD: 'tea-houses by the sea',
    HOST_ANSWER_TIMEOUT: '0.5',
    HOST_LOG_FORMAT: 'text',
  })
  assert.deepEqual(config.listen, { host: '127.0.0.1', port: 0 })
  assert.equal(config.publicUrl?.origin, 'https://host.example.com')
  assert.equal(config.databaseUrl, 'postgres://localhost/host')
  assert.deepEqual(config.firstAdmin, { email: 'a@example.com', password: 'tea-houses by the sea', workspace: 'Home' })
  assert.deepEqual([config.answerTimeout, config.logFormat], [500, 'text'])
})

test('resolvers are addresses on one port', () => {
  const read = (text: string) => readConfig({ HOST_DNS_RESOLVERS: text }).resolvers
  assert.deepEqual(read('9.9.9.9, 2620:fe::fe'), { addresses: ['9.9.9.9', '2620:fe::fe'], port: 53 })
  assert.deepEqual(read('127.0.0.1:5353,[::1]:5353'), { addresses: ['127.0.0.1', '::1'], port: 5353 })
  assert.equal(read(''), undefined)
  for (const wrong of [
    'dns.example',
    '9.9.9.9:0',
    '9.9.9.9:70000',
    'fe80::1%eth0',
    '1.1.1',
    '9.9.9.9,',
    '::1:53x',
    '9.9.9.9,1.1.1.1:5353',
  ]) {
    assert.match(mistakesIn({ HOST_DNS_RESOLVERS: wrong })[0] ?? '', /^HOST_DNS_RESOLVERS: /, wrong)
  }
})

test('all mistakes are reported at once, each with the variable, its value and valid values', () => {
  const mistakes = mistakesIn({
    HOST_LISTEN: '8080',
    HOST_PUBLIC_URL: 'host.example.com/path',
    HOST_LOG_LEVEL: 'loud',
    HOST_TRUST_PROXY: '10.0.0.0/99',
    HOST_STOP_TIMEOUT: 'soon',
    HOST_ADMIN_EMAIL: 'a@example.com',
  })
  const names = mistakes.map((mistake) => mistake.split(':', 1)[0] ?? '').toSorted((a, b) => (a < b ? -1 : 1))
  assert.deepEqual(names, [
    'HOST_ADMIN_PASSWORD',
    'HOST_LISTEN',
    'HOST_LOG_LEVEL',
    'HOST_PUBLIC_URL',
    'HOST_STOP_TIMEOUT',
    'HOST_TRUST_PROXY',
  ])
  for (const said of ['"8080"', '"host.example.com/path"', '"loud"', '"10.0.0.0/99"', '"soon"']) {
    assert.ok(
      mistakes.some((mistake) => mistake.includes(said) && mistake.includes('use ')),
      said,
    )
  }
})

test('a server for mail needs a name, and a certificate its key', () => {
  const { smtpInbound } = readConfig({ HOST_SMTP_LISTEN: ':25', HOST_PUBLIC_URL: 'https://host.example.com:8443' })
  const expected = {
    listen: { host: undefined, port: 25 },
    name: 'host.example.com',
    certificate: undefined,
    proxies: '',
  }
  assert.deepEqual(smtpInbound, expected)
  const named = readConfig({ HOST_SMTP_LISTEN: '[::1]:2525', HOST_SMTP_NAME: 'MX.example.com' }).smtpInbound
  assert.deepEqual([named?.name, named?.listen], ['mx.example.com', { host: '::1', port: 2525 }])
  assert.equal(readConfig({}).smtpInbound, undefined)
  assert.match(
    mistakesIn({ HOST_SMTP_PROXIES: '10.0.0.0/33' })[0] ?? '',
    /^HOST_SMTP_PROXIES: .*is not a trusted proxy/,
  )
  const together = (name: string, other: string): string => `${name}: it is missing; set it together with ${other}.`
  assert.deepEqual(mistakesIn({ HOST_SMTP_LISTEN: ':25' }), [together('HOST_SMTP_NAME', 'HOST_SMTP_LISTEN')])
  assert.deepEqual(mistakesIn({ HOST_SMTP_CERT: 'a' }), [together('HOST_SMTP_KEY', 'HOST_SMTP_CERT')])
  assert.deepEqual(mistakesIn({ HOST_SMTP_KEY: 'a' }), [together('HOST_SMTP_CERT', 'HOST_SMTP_KEY')])
  assert.match(
    mistakesIn({ HOST_SMTP_NAME: '192.0.2.1' })[0] ?? '',
    /^HOST_SMTP_NAME: "192\.0\.2\.1" is not a host name/,
  )
})

test('a mistyped name is refused with the right one, and a foreign one left alone', () => {
  assert.deepEqual(mistakesIn({ HOST_LISTNE: ':80' }), ['HOST_LISTNE: unknown variable; did you mean HOST_LISTEN?'])
  assert.deepEqual(mistakesIn({ HOST_PLUGINS: '[]', HOSTNAME: 'x', HOME: '/', HOST_TELEPHONE_NUMBER: 'x' }), [])
})

test('a variable of another program is read by nothing, and that is said at the start', () => {
  const { unreadVariables } = readConfig({
    HOST_PLUGINS: '[]',
    HOST_MCP_URL: 'x',
    HOST_DEV_HOMES: '{}',
    HOST_TELEPHONE_NUMBER: 'x',
  })
  assert.deepEqual(unreadVariables, ['HOST_TELEPHONE_NUMBER'])
})

test('a first admin who could not be created is refused with the configuration', () => {
  assert.deepEqual(
    mistakesIn({ HOST_ADMIN_EMAIL: 'nobody', HOST_ADMIN_PASSWORD: 'password' }).map((one) => one.split(':', 1)[0]),
    ['HOST_ADMIN_EMAIL', 'HOST_ADMIN_PASSWORD'],
  )
})

test('a database address without a server is refused, without repeating a possible password', () => {
  for (const text of ['postgres:/foo', 'postgresql:swordfish', 'postgres://', 'postgres://u:swordfish@h:x/d']) {
    const [mistake = '', ...others] = mistakesIn({ HOST_DATABASE_URL: text })
    assert.match(mistake, /^HOST_DATABASE_URL: .*use postgres:/)
    assert.ok(others.length === 0 && !mistake.includes('swordfish'))
  }
  for (const text of ['./data/host.db', 'postgres://h/d', 'postgresql://u:p@h:1/d']) {
    assert.deepEqual(mistakesIn({ HOST_DATABASE_URL: text }), [])
  }
})

test('secrets are masked when the configuration is listed', () => {
  const entries = listConfig({
    HOST_ADMIN_PASSWORD: 'swordfish',
    HOST_DATABASE_URL: 'postgres://u:swordfish@h/d',
    HOST_SECRET_KEY: 'swordfish',
  })
  assert.ok(!JSON.stringify(entries).includes('swordfish'))
  assert.deepEqual(
    entries.filter(({ isDefault }) => !isDefault).map(({ name, value }) => [name, value]),
    [
      ['HOST_DATABASE_URL', '********'],
      ['HOST_SECRET_KEY', '********'],
      ['HOST_ADMIN_PASSWORD', '********'],
    ],
  )
})

test('a .env file fills in variables that the environment lacks', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'host-env-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  assert.deepEqual(readEnvironment(folder, { A: '1' }), { A: '1' })
  await writeFile(join(folder, '.env'), 'HOST_LISTEN=":9"\nHOST_LOG_LEVEL=debug\n')
  assert.deepEqual(readEnvironment(folder, { HOST_LISTEN: ':10' }), { HOST_LISTEN: ':10', HOST_LOG_LEVEL: 'debug' })
})

test('lines of a .env that set nothing are mistakes, by their numbers and without their text', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'host-env-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const lines = ['# a comment', '', 'export A=1', 'HOST_ADMIN_PASSWORD tea-houses', 'B="two', 'lines"', 'C']
  await writeFile(join(folder, '.env'), lines.join('\n'))
  assert.throws(
    () => readEnvironment(folder, {}),
    (error) => error instanceof BootError && /lines 4, 7: use NAME=value/.test(error.message),
  )
  await writeFile(join(folder, '.env'), ['A=1', 'B="two', 'lines"', "C=it's", 'D=`e`'].join('\n'))
  assert.deepEqual(readEnvironment(folder, {}), { A: '1', B: 'two\nlines', C: "it's", D: 'e' })
})

test('a .env that is not a file is a mistake of the configuration, in a sentence', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'host-env-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, '.env'))
  assert.throws(
    () => readEnvironment(folder, {}),
    (error) => error instanceof BootError && /\.env" could not be read \(EISDIR\); make it a file/.test(error.message),
  )
})

test('emails need a server, a sender and a public address, all three or none', () => {
  const server = { HOST_SMTP_URL: 'smtps://postman:secret-of-mail@mail.example.com' }
  const from = { HOST_SMTP_FROM: 'Host <host@example.com>' }
  const at = { HOST_PUBLIC_URL: 'https://host.example.com' }
  const mail = readConfig({ ...server, ...from, ...at }).mailSending.server
  assert.deepEqual(mail?.from, { name: 'Host', address: 'host@example.com' })
  assert.equal(mail?.host, 'mail.example.com')
  assert.equal(readConfig(at).mailSending.server, undefined)
  assert.match(mistakesIn({ ...server, ...at }).join(), /HOST_SMTP_FROM: it is missing/)
  assert.match(mistakesIn({ ...server, ...from }).join(), /HOST_PUBLIC_URL: it is missing/)
  assert.match(mistakesIn({ ...from, ...at }).join(), /HOST_SMTP_URL: it is missing/)
  const direct = { HOST_MAIL_DIRECT: 'on', HOST_SMTP_NAME: 'mx.example.com' }
  assert.equal(readConfig({ ...from, ...at, ...direct }).mailSending.from?.address, 'host@example.com')
  assert.match(mistakesIn({ ...from, ...direct }).join(), /HOST_PUBLIC_URL: it is missing/)
  const wrong = mistakesIn({ ...from, ...at, HOST_SMTP_URL: 'https://a:secret-of-mail@mail.example.com' }).join()
  assert.match(wrong, /HOST_SMTP_URL: it is not a valid SMTP server address/)
  assert.doesNotMatch(wrong, /secret-of-mail/)
  for (const sender of ['nobody', 'Host <a@b.test>, eve@c.test', 'Host\r\nBcc: x <a@b.test>']) {
    assert.match(
      mistakesIn({ ...server, ...at, HOST_SMTP_FROM: sender }).join(),
      /HOST_SMTP_FROM: .* is not a valid sender/,
    )
  }
  const listed = listConfig(server).find(({ name }) => name === 'HOST_SMTP_URL')
  assert.equal(listed?.value, '********')
})

test('a bucket needs both of its keys, which open nothing else, and the secret one is masked', () => {
  const bucket = { HOST_BLOBS: 's3://files/here?endpoint=http://10.0.0.5:9000' }
  const keys = { HOST_S3_ACCESS_KEY: 'AKIAEXAMPLE', HOST_S3_SECRET_KEY: 'wJalrXUtnFEMI/K7MDENG' }
  const missing = mistakesIn(bucket)
  assert.deepEqual(
    missing.map((mistake) => mistake.split(':', 1)[0]),
    ['HOST_S3_ACCESS_KEY', 'HOST_S3_SECRET_KEY'],
  )
  assert.equal(mistakesIn(keys).length, 2)
  assert.equal(mistakesIn({ HOST_BLOBS: 'elsewhere' }).length, 1)
  const { place, keys: read } = readConfig({ ...bucket, ...keys }).blobs
  assert.deepEqual([place.kind, read?.accessKey], ['s3', 'AKIAEXAMPLE'])
  assert.equal(readConfig({}).blobs.place.kind, 'database')
  assert.ok(!JSON.stringify(listConfig({ ...bucket, ...keys })).includes('wJalr'))
})

test('variables of "host mcp" are valid in the environment of a server', () => {
  readConfig({ HOST_MCP_URL: 'https://work.example', HOST_MCP_TOKEN: 'host_abc', HOST_MCP_TOKEN_FILE: '/token' })
})

test('a socket is listened on, and peers on it are trusted only where it is the one way in', () => {
  const socket = { HOST_LISTEN: 'unix:/run/host/host.sock', HOST_TRUST_PROXY: 'unix, 10.0.0.1' }
  assert.deepEqual(readConfig(socket).listen, { path: '/run/host/host.sock' })
  assert.deepEqual(mistakesIn({ HOST_TRUST_PROXY: 'unix' }), [
    'HOST_TRUST_PROXY: it has "unix", but HOST_LISTEN is not a socket; remove it, or use HOST_LISTEN=unix:/path.',
  ])
  assert.match(mistakesIn({ HOST_SMTP_PROXIES: 'unix' }).join(), /^HOST_SMTP_PROXIES: "unix" is not an address/)
})
