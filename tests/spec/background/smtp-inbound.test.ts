import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { definePlugin, type AnyPlugin } from '@host/plugin'
import { SmtpInbound, type SmtpListenOptions, type SmtpReceiver } from '@host/plugin/platform'
import { certify } from '../../../packages/testing/src/hostile-lab/certificates.ts'
import { BootError } from '../../../packages/host/src/support/boot-error.ts'
import { labHost } from '@host/host/testing/lab-host'
import { notesInfo } from '@host/host/testing/notes-plugin'
import { CertificateFiles } from '../../../packages/host/src/tls/certificate-files.ts'

const listening = { HOST_SMTP_LISTEN: '127.0.0.1:2525', HOST_SMTP_NAME: 'mx.lab.test' }

/** A plugin that receives, and what the host told it. */
function receiving(told: unknown[], receiver: Partial<SmtpReceiver> = {}, name = 'post'): AnyPlugin {
  const whole: SmtpReceiver = {
    listen: (options: SmtpListenOptions) => {
      told.push(options)
      return Promise.resolve(options.port)
    },
    setCertificate: (pair) => void told.push(pair),
    stop: (deadline) => Promise.resolve(void told.push(typeof deadline)),
    ...receiver,
  }
  return definePlugin({
    name,
    info: notesInfo,
    models: [],
    mount: (_mux, ctx) => ctx.lookup(SmtpInbound)?.receive(whole),
  })
}

async function pemFiles(context: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'host-smtp-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const paths = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  const write = async (name: string, other = name): Promise<void> => {
    const [one, two] = [certify(name), certify(other)]
    await writeFile(paths.cert, one.cert)
    const { key } = name === other ? one : two
    await writeFile(paths.key, key.export({ type: 'pkcs8', format: 'pem' }))
  }
  await write('mx.lab.test')
  return { paths, write }
}

suite('receiving mail beside requests', () => {
  test('a plugin listens with the host, and stops with it', async (context) => {
    const told: unknown[] = []
    const { host } = await labHost(context, [receiving(told)], { environment: listening })
    assert.deepEqual(told, [])
    await host.listen()
    assert.deepEqual(told, [{ name: 'mx.lab.test', host: '127.0.0.1', port: 2525, certificate: undefined }])
    await host.stop()
    assert.deepEqual(told.slice(1), ['number'])
  })

  test('a plugin learns which addresses are load balancers', async (context) => {
    const told: unknown[] = []
    const environment = { ...listening, HOST_SMTP_PROXIES: '10.0.0.0/8, 2001:db8::5' }
    const { host } = await labHost(context, [receiving(told)], { environment })
    await host.listen()
    const { isProxy } = told[0] as SmtpListenOptions
    const asked = ['10.9.9.9', '::ffff:10.0.0.1', '2001:DB8:0::5', '2001:db8::6', '127.0.0.1', 'fe80::1%eth0']
    assert.deepEqual(
      asked.map((address) => isProxy?.(address)),
      [true, true, true, false, false, false],
    )
  })

  test('without the variable nothing is provided, and nothing listens', async (context) => {
    const told: unknown[] = []
    const { host } = await labHost(context, [receiving(told)])
    await host.listen()
    await host.stop()
    assert.deepEqual(told, [])
  })

  test('an address that is taken refuses the start, naming the variable', async (context) => {
    const taken = { listen: () => Promise.reject(new Error('listen EADDRINUSE: address already in use')) }
    const { host } = await labHost(context, [receiving([], taken)], { environment: listening })
    await assert.rejects(
      host.listen(),
      (error) =>
        error instanceof BootError &&
        /can't receive email on "127\.0\.0\.1:2525": .*EADDRINUSE.*; set HOST_SMTP_LISTEN to another/.test(
          error.message,
        ),
    )
  })

  test('one plugin of a build receives, and a build without one says so', async (context) => {
    const both = [receiving([]), receiving([], {}, 'second')]
    await assert.rejects(labHost(context, both, { environment: listening }), /"second" can't receive mail.*"post" does/)
    const { host, log } = await labHost(context, [], { environment: listening })
    await host.listen()
    assert.ok(log.some(({ message }) => message.startsWith('HOST_SMTP_LISTEN is set, but no plugin')))
  })

  test('a certificate that is not there or has another key refuses the start', async (context) => {
    const { paths, write } = await pemFiles(context)
    const environment = { ...listening, HOST_SMTP_CERT: paths.cert, HOST_SMTP_KEY: paths.key }
    const told: unknown[] = []
    const fine = await labHost(context, [receiving(told)], { environment })
    await fine.host.listen()
    assert.match((told[0] as SmtpListenOptions).certificate?.cert ?? '', /^-----BEGIN CERTIFICATE/)
    await write('mx.lab.test', 'other.test')
    const wrong = await labHost(context, [receiving([])], { environment })
    await assert.rejects(wrong.host.listen(), /set HOST_SMTP_CERT and HOST_SMTP_KEY to PEM files that belong together/)
    await rm(paths.key)
    const missing = await labHost(context, [receiving([])], { environment })
    await assert.rejects(missing.host.listen(), /ENOENT.*key\.pem.*HOST_SMTP_KEY/)
  })

  test('a renewed certificate is used, and a broken one leaves the one before', async (context) => {
    const { paths, write } = await pemFiles(context)
    const lines: string[] = []
    const note = (line: string) => void lines.push(line)
    const files = await CertificateFiles.open(paths, {
      log: { debug: note, info: note, warn: note, error: note },
      use: 'receiving email',
      variables: { cert: 'HOST_SMTP_CERT', key: 'HOST_SMTP_KEY' },
    })
    const first = files.pair.cert
    const applied: string[] = []
    const check = () => files.check(({ cert }) => applied.push(cert))
    await check()
    assert.deepEqual(applied, [])
    await write('mx.lab.test', 'other.test')
    await assert.rejects(check())
    await check()
    assert.deepEqual([applied, files.pair.cert], [[], first])
    await write('renewed.lab.test')
    await check()
    assert.equal(applied.length, 1)
    assert.notEqual(files.pair.cert, first)
    assert.equal(lines.length, 1)
  })
})
