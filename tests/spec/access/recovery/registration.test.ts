import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Accounts } from '@host/plugin/platform'
import { createTestHost } from '@host/testing'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { plugin as account } from '../../../../plugins/account/server/index.ts'
import { plugin as instance } from '../../../../plugins/instance/server/index.ts'
import { until } from '@host/host/testing/until'
import { ascending, openRecoveryLab, password, tokenIn } from './recovery-lab.ts'

const newcomer = { name: 'New', email: 'new@host.test', password }

const [sqlite] = testDatabases

for (const product of testDatabases) {
  describe(`on ${product.name}`, () => {
    test('§I13 opening a link uses nothing up, posting it does, once', async () => {
      await using lab = await openRecoveryLab(product)
      await lab.openRegistration()
      const token = await lab.register(newcomer.email)
      for (const path of [`/verify?token=${token}`, `/api/auth/verify-email?token=${token}`]) {
        await lab.host.as('anonymous').get(path)
      }
      const both = await Promise.all([1, 2, 3].map(() => lab.ask('/api/auth/verify-email', { token })))
      assert.deepEqual(ascending(both.map(({ status }) => status)), [204, 410, 410])
      const again = await lab.ask('/api/auth/verify-email', { token })
      const madeUp = await lab.ask('/api/auth/verify-email', { token: 'x'.repeat(43) })
      assert.deepEqual(again, madeUp)
    })

    test('§I13 of two registrations of one address neither sets the password: the mailbox sets another', async () => {
      await using lab = await openRecoveryLab(product)
      await lab.openRegistration()
      const passwords = ['the first of two passwords', 'the second of two words'] as const
      const first = await lab.register(newcomer.email, passwords[0])
      await lab.ask('/api/auth/register', { ...newcomer, password: passwords[1] })
      await until(() => lab.mail.emails.length === 2)
      await lab.ask('/api/auth/resend-verification', { email: newcomer.email })
      await until(() => lab.mail.emails.length === 3)
      assert.deepEqual(
        lab.mail.emails.map(({ mail }) => mail.subject),
        ['Verify your email address', 'Set a new password', 'Set a new password'],
      )
      const [, second = '', third = ''] = lab.mail.emails.map(tokenIn)
      assert.equal((await lab.ask('/api/auth/verify-email', { token: first })).status, 410)
      const statuses = []
      for (const token of [second, third]) {
        statuses.push((await lab.ask('/api/auth/reset', { token, password: 'chosen by the mailbox' })).status)
      }
      assert.deepEqual(statuses, [410, 204])
      for (const given of passwords) assert.equal(await lab.signIn(newcomer.email, given), undefined, given)
      assert.ok(await lab.signIn(newcomer.email, 'chosen by the mailbox'))
    })
  })
}

test('§I12 registration is closed until an instance admin opens it', async () => {
  await using lab = await openRecoveryLab(sqlite)
  const policy = async () => await (await lab.host.as('anonymous').get('/api/auth/policy')).json()
  const refused = await lab.ask('/api/auth/register', newcomer)
  assert.deepEqual([refused.status, (refused.body as { code: string }).code], [403, 'registration_closed'])
  assert.deepEqual(await policy(), { canRegister: false, canResetPassword: true, isSetUp: true })
  for (const person of ['owner', 'member'] as const) {
    const { status } = await lab.host.as(person).put('/api/instance/sign-in', { registration: true })
    assert.equal(status, 403)
  }
  await lab.openRegistration()
  assert.deepEqual(await policy(), { canRegister: true, canResetPassword: true, isSetUp: true })
  await lab.register(newcomer.email)
})

test('§I3 §I12 a new account signs in once its link was used, and not before', async () => {
  await using lab = await openRecoveryLab(sqlite)
  await lab.openRegistration()
  const token = await lab.register(newcomer.email)
  const early = await lab.ask('/api/auth/login', { email: newcomer.email, password })
  const unknown = await lab.ask('/api/auth/login', { email: 'nobody@host.test', password })
  assert.deepEqual(early, unknown)
  assert.equal((await lab.ask('/api/auth/verify-email', { token })).status, 204)
  assert.ok(await lab.signIn(newcomer.email, password))
})

test('§I13 a link of another purpose, a link of a day ago and no link at all open nothing', async () => {
  await using lab = await openRecoveryLab(sqlite)
  await lab.openRegistration()
  const token = await lab.register(newcomer.email)
  for (const path of ['/api/auth/reset', '/api/auth/confirm-email']) {
    const given = path.endsWith('reset') ? { token, password: 'quiet rivers at night' } : { token }
    assert.equal((await lab.ask(path, given)).status, 410)
  }
  lab.host.clock.advance({ hours: 24 })
  for (const each of [token, '', 'short', `${token}x`, '../'.repeat(14)]) {
    assert.ok([400, 410].includes((await lab.ask('/api/auth/verify-email', { token: each })).status), each)
  }
  assert.equal(await lab.signIn(newcomer.email, password), undefined)
})

test('§I14 a known address gets the same answer as an unknown one, and its owner is notified', async () => {
  await using lab = await openRecoveryLab(sqlite)
  await lab.openRegistration()
  const attempt = { ...newcomer, password: 'words of an attacker' }
  const known = await lab.ask('/api/auth/register', { ...attempt, email: 'OWNER@host.test' })
  const unknown = await lab.ask('/api/auth/register', attempt)
  assert.deepEqual([known.status, known], [202, unknown])
  const { mail } = await lab.mail.emailTo('owner@host.test', 'You already have an account')
  assert.match(mail.text ?? '', /http:\/\/host\.test\/login/)
  assert.equal(await lab.signIn('owner@host.test', attempt.password), undefined)
  assert.ok(await lab.signIn('owner@host.test', password))
})

test('§I12 emails come in the language of the request, and repeat nothing that was typed', async () => {
  await using lab = await openRecoveryLab(sqlite)
  await lab.openRegistration()
  const name = '<b>Click</b> http://evil.test'
  await lab.ask('/api/auth/register', { ...newcomer, name }, { 'accept-language': 'zh-CN, en;q=0.5' })
  const { mail } = await lab.mail.emailTo(newcomer.email, '验证您的邮箱地址')
  assert.match(mail.html ?? '', /<html lang="zh">/)
  assert.match(mail.text ?? '', /Host · host\.test/)
  assert.doesNotMatch(`${mail.text}${mail.html}`, /evil|Click/)
})

test('§I14 an address that only looks like another one is another one', async () => {
  await using lab = await openRecoveryLab(sqlite)
  const accounts = lab.host.service(Accounts)
  const same = ['owner@host.test', 'OWNER@HOST.TEST', ' owner@host.test ', 'owner@HOST.test']
  for (const email of same) assert.equal((await accounts.findByEmail(email))?.id, lab.host.userIds.owner, email)
  const others = ['оwner@host.test', 'owner@hоst.test', 'ｏwner@host.test', 'ow\u200bner@host.test', 'owner@host.test.']
  for (const email of others) assert.equal(await accounts.findByEmail(email), undefined, JSON.stringify(email))
})

test('§I12 control characters are refused', async () => {
  await using lab = await openRecoveryLab(sqlite)
  await lab.openRegistration()
  const attacks = [
    { email: 'new@host.test\r\nBcc: eve@host.test' },
    { email: '"new\n"@host.test' },
    { email: 'new@host.test,eve@host.test' },
    { email: '<new@host.test>' },
    { name: 'New\r\nBcc: eve@host.test' },
    { name: 'New\u2028line' },
    { password: 'short' },
    { password: 'x'.repeat(200) },
    { password: 'qwertyuiop' },
    { password: 'a newer kind of word' },
  ]
  for (const attack of attacks) {
    const { status } = await lab.ask('/api/auth/register', { ...newcomer, email: 'newer@host.test', ...attack })
    assert.equal(status, 400, JSON.stringify(attack))
  }
})

test('§I12 an instance that sends no mail opens no registration', async () => {
  await using host = await createTestHost({ plugins: [account, instance] })
  const { status } = await host.as('instanceAdmin').put('/api/instance/sign-in', { registration: true })
  assert.equal(status, 409)
  assert.deepEqual(await (await host.as('anonymous').get('/api/auth/policy')).json(), {
    canRegister: false,
    canResetPassword: false,
    isSetUp: true,
  })
  assert.equal((await host.as('anonymous').post('/api/auth/register', newcomer)).status, 403)
  assert.equal((await host.as('anonymous').post('/api/auth/forgot', { email: 'owner@host.test' })).status, 202)
})
