import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Workspaces } from '@host/plugin/platform'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { ascending, openRecoveryLab, password } from './recovery-lab.ts'
import { until } from '@host/host/testing/until'

const [sqlite] = testDatabases
const owner = 'owner@host.test'
const other = 'quiet rivers at night'
const confirmSubject = 'Confirm your new email address'

const codeOf = async (response: Response): Promise<string> => ((await response.json()) as { code: string }).code

for (const product of testDatabases) {
  describe(`on ${product.name}`, () => {
    test('§I8 a new password ends the other sessions, and this one continues with another cookie', async () => {
      await using lab = await openRecoveryLab(product)
      const browser = lab.host.as('owner')
      const elsewhere = (await lab.signIn(owner, password)) ?? ''
      const changed = await browser.post('/api/auth/password', { current: password, password: other })
      assert.equal(changed.status, 204)
      assert.match(changed.headers.get('set-cookie') ?? '', /^host_session=[\w-]{43};/)
      assert.equal(await lab.isSignedIn(elsewhere), false)
      assert.equal((await browser.get('/api/auth/me')).status, 200)
      assert.equal((await browser.patch('/api/auth/profile', { name: 'Olive' })).status, 204)
      assert.equal(await lab.signIn(owner, password), undefined)
      assert.ok(await lab.signIn(owner, other))
    })

    test('§I16 another address is confirmed from its mailbox, the old one is notified, and every session ends', async () => {
      await using lab = await openRecoveryLab(product)
      const browser = lab.host.as('owner')
      assert.equal((await browser.put('/api/auth/email', { email: 'Moved@Host.test' })).status, 202)
      const token = await lab.tokenTo('moved@host.test', confirmSubject)
      const told = await lab.mail.emailTo(owner, 'A new email address was requested')
      assert.match(told.mail.text ?? '', /m\*\*\*＠host․test/)
      assert.doesNotMatch(told.raw, new RegExp(token))
      assert.ok(await lab.signIn(owner, password), 'nothing has changed yet')
      const tries = await Promise.all([1, 2].map(() => lab.ask('/api/auth/confirm-email', { token })))
      assert.deepEqual(ascending(tries.map(({ status }) => status)), [204, 410])
      assert.equal((await browser.get('/api/auth/me')).status, 401)
      assert.equal(await lab.signIn(owner, password), undefined)
      assert.ok(await lab.signIn('moved@host.test', password))
      await lab.mail.emailTo(owner, 'Your email address was changed')
    })

    test('§I8 the end of an account takes its sessions, memberships and rows, and nothing of others', async () => {
      await using lab = await openRecoveryLab(product)
      const member = lab.host.as('member')
      const elsewhere = (await lab.signIn('member@host.test', password)) ?? ''
      const wrong = await member.post('/api/auth/account/delete', { email: 'owner@host.test' })
      assert.deepEqual([wrong.status, await codeOf(wrong)], [400, 'invalid_input'])
      assert.equal((await member.post('/api/auth/account/delete', { email: 'member@host.test' })).status, 204)
      assert.equal(await lab.isSignedIn(elsewhere), false)
      assert.equal(await lab.signIn('member@host.test', password), undefined)
      const { items } = await lab.host.service(Workspaces).members(lab.host.workspaces.here, {})
      assert.deepEqual(items.map(({ email }) => email).toSorted(), ['admin@host.test', owner])
    })
  })
}

test('§I8 another password needs the present one, and tries of it are counted', async () => {
  await using lab = await openRecoveryLab(sqlite)
  const browser = lab.host.as('owner')
  for (const given of [{}, { current: '' }, { current: 'a guess of the password' }]) {
    const refused = await browser.post('/api/auth/password', { ...given, password: other })
    assert.equal(refused.status, 400, JSON.stringify(given))
  }
  for (const bad of ['short', 'the owner of it all', 'qwertyuiop']) {
    const refused = await browser.post('/api/auth/password', { current: password, password: bad })
    assert.equal(await codeOf(refused), 'invalid_input', bad)
  }
  const statuses = []
  for (let count = 0; count < 6; count += 1) {
    statuses.push((await browser.post('/api/auth/password', { current: 'a guess', password: other })).status)
  }
  assert.deepEqual([statuses.filter((status) => status === 400).length, statuses.at(-1)], [5, 429])
})

test('§I16 another address needs a fresh proof', async () => {
  await using lab = await openRecoveryLab(sqlite)
  lab.host.clock.advance({ minutes: 16 })
  const attempts = [
    await lab.host.as('owner').put('/api/auth/email', { email: 'moved@host.test' }),
    await lab.host.as('member').post('/api/auth/account/delete', { email: 'member@host.test' }),
  ]
  for (const refused of attempts) {
    assert.deepEqual([refused.status, await codeOf(refused)], [403, 'reauthentication_required'])
  }
})

test('§I16 a taken address is revealed only to the reader of its mailbox', async () => {
  await using lab = await openRecoveryLab(sqlite)
  const browser = lab.host.as('owner')
  const taken = await browser.put('/api/auth/email', { email: 'admin@host.test' })
  const free = await browser.put('/api/auth/email', { email: 'free@host.test' })
  assert.deepEqual([taken.status, free.status], [202, 202])
  await browser.put('/api/auth/email', { email: 'admin@host.test' })
  const emails = () =>
    lab.mail.emails.filter(({ to, mail }) => to.includes('admin@host.test') && mail.subject === confirmSubject)
  await until(() => emails().length >= 2)
  const answers = []
  for (const email of emails()) {
    const [, token = ''] = /\?token=([\w-]+)/.exec(email.mail.text ?? '') ?? []
    answers.push((await lab.ask('/api/auth/confirm-email', { token })).status)
  }
  assert.deepEqual(ascending(answers), [409, 410])
  assert.ok(await lab.signIn(owner, password))
  assert.ok(await lab.signIn('admin@host.test', password))
  for (const email of ['no address', owner, 'a@b\r\nBcc: c@d.test']) {
    assert.equal((await browser.put('/api/auth/email', { email })).status, 400, email)
  }
})

test('§I28 neither the last owner of a workspace nor the last instance admin deletes their account', async () => {
  await using lab = await openRecoveryLab(sqlite)
  const alone = await lab.host.as('otherOwner').post('/api/auth/account/delete', { email: 'other-owner@host.test' })
  assert.deepEqual([alone.status, await codeOf(alone)], [409, 'last_owner'])
  const admin = lab.host.as('instanceAdmin')
  const last = await admin.post('/api/auth/account/delete', { email: 'instance-admin@host.test' })
  assert.equal(last.status, 409)
  assert.equal((await admin.get('/api/auth/me')).status, 200)
})
