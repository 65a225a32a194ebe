/** Builds with and without the plugins that send by SMTP and that map addresses to places. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Geo, Mail, type AnyPlugin } from '@host/plugin'
import { MailSending } from '@host/plugin/platform'
import { createTestHost } from '@host/testing'
import { plugin as account } from '../../../plugins/account/server/index.ts'
import { readSignInPolicy } from '../../../plugins/account/shared.ts'
import { plugin as geo } from '../../../plugins/geo/server/index.ts'
import { writeMmdb } from '../../../plugins/geo/server/testing/write-mmdb.ts'
import { plugin as mail } from '../../../plugins/mail/server/index.ts'
import { plugin as smtp } from '../../../plugins/smtp/server/index.ts'
import { startMailServer } from '../lab/mail-server.ts'

const withoutServer = { HOST_PUBLIC_URL: 'http://host.test' }
const email = { to: ['ada@peer.example'], subject: 'Hello', text: 'Hello' }

function startWith(plugins: readonly AnyPlugin[], environment: Readonly<Record<string, string>>) {
  return createTestHost({ plugins: [account, ...plugins], environment: { ...withoutServer, ...environment } })
}

test('§2.23 a build sends by SMTP only with the plugin for it, and promises no email without it', async () => {
  await using server = await startMailServer()
  const environment = { HOST_SMTP_URL: `smtp://127.0.0.1:${server.port}`, HOST_SMTP_FROM: 'host@host.test' }
  for (const [plugins, sends] of [
    [[smtp], true],
    [[mail, smtp], true],
    [[smtp, mail], true],
    [[mail], false],
    [[], false],
  ] as const) {
    await using host = await startWith(plugins, environment)
    const names = plugins.map(({ name }) => name).join(', ')
    assert.notEqual(host.service(MailSending).server, undefined, names)
    const policy = await host.as('anonymous').call(readSignInPolicy, {})
    assert.equal(policy.canResetPassword, sends, names)
    const before = server.emails.length
    if (sends) await host.service(Mail).send(email)
    assert.equal(server.emails.length - before, sends ? 1 : 0, names)
  }
})

test('§2.23 without a server of the operator, the plugin for SMTP provides no service that sends', async () => {
  await using host = await startWith([smtp], {})
  assert.throws(() => host.service(Mail))
  assert.equal((await host.as('anonymous').call(readSignInPolicy, {})).canResetPassword, false)
})

test('§P46 a broken database of places refuses the start with its own sentence, where the plugin for it is built in', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'host-places-'))
  await using stack = new AsyncDisposableStack()
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'places.mmdb')
  await writeFile(path, 'no database')
  const environment = { HOST_GEO_DATABASE: path }
  await assert.rejects(startWith([geo], environment), (error: Error) => {
    assert.match(error.message, /The geo database ".+" can't be used: .+ or unset it\.$/)
    assert.doesNotMatch(error.message, /mount function/)
    return true
  })
  await using without = await startWith([], environment)
  assert.throws(() => without.service(Geo))
  await writeFile(path, writeMmdb({ '81.2.69.0/24': { country: { iso_code: 'GB' } } }))
  await using host = await startWith([geo], environment)
  assert.deepEqual(await host.service(Geo).lookup('81.2.69.1'), { country: 'GB' })
})
