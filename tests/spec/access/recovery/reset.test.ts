import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { until } from '@host/host/testing/until'
import { runSql } from '../../lab/run-sql.ts'
import { ascending, openRecoveryLab, password, tokenIn, type Got, type RecoveryLab } from './recovery-lab.ts'

const resetSubject = 'Set a new password'
const owner = 'owner@host.test'
const other = 'quiet rivers at night'

async function linkFor(lab: RecoveryLab, email = owner): Promise<string> {
  assert.equal((await lab.ask('/api/auth/forgot', { email })).status, 202)
  return await lab.tokenTo(email, resetSubject)
}

const [sqlite] = testDatabases

for (const product of testDatabases) {
  describe(`on ${product.name}`, () => {
    test('§I15 a reset ends every session of the account, and its link works once', async () => {
      await using lab = await openRecoveryLab(product)
      const elsewhere = (await lab.signIn(owner, password)) ?? ''
      const token = await linkFor(lab)
      assert.equal((await lab.host.as('owner').get('/api/auth/me')).status, 200)
      const tries = await Promise.all([1, 2, 3].map(() => lab.ask('/api/auth/reset', { token, password: other })))
      assert.deepEqual(ascending(tries.map(({ status }) => status)), [204, 410, 410])
      assert.equal((await lab.host.as('owner').get('/api/auth/me')).status, 401)
      assert.equal(await lab.isSignedIn(elsewhere), false)
      assert.equal((await lab.host.as('admin').get('/api/auth/me')).status, 200)
      assert.equal(await lab.signIn(owner, password), undefined)
      assert.ok(await lab.signIn(owner, other))
      await lab.mail.emailTo(owner, 'Your password was changed')
    })

    test('§I15 a sign-in during a password reset leaves no session', async () => {
      await using lab = await openRecoveryLab(product)
      for (const [index, email] of [owner, 'admin@host.test', 'member@host.test'].entries()) {
        const token = await linkFor(lab, email)
        const attempts = Array.from({ length: 5 }, () => lab.signIn(email, password))
        const reset = lab.ask('/api/auth/reset', { token, password: `${other} ${index}` })
        const cookies = (await Promise.all(attempts)).filter((cookie) => cookie !== undefined)
        assert.equal((await reset).status, 204)
        for (const cookie of cookies) assert.equal(await lab.isSignedIn(cookie), false)
      }
    })

    test('§I100 an account without a password gets an email with its sign-in methods, and gets no link that sets one', async () => {
      await using lab = await openRecoveryLab(product)
      const { userIds, workspaces } = lab.host
      const time = "'2026-01-31T08:15:00.000Z'"
      const provide = (id: string, isOn: boolean): string =>
        `insert into sign_in_providers (id, key, kind, label, issuer, client_id, client_secret, is_enabled, created_at) values ('${id}', '${id}', 'oidc', 'Tea ID', '${id}', 'c', 's', ${isOn}, ${time})`
      const link = (role: 'owner' | 'admin' | 'member', provider: string): string =>
        `insert into external_identities (id, issuer, subject, user_id, provider_id, created_at) values ('xid_${role}', 'i', '${role}', '${userIds[role]}', '${provider}', ${time})`
      for (const sql of [
        'update users set password_hash = null',
        provide('idp_on', true),
        provide('idp_off', false),
        `insert into sso_connections (id, org_id, default_role, issuer, client_id, client_secret, is_enabled, created_at) values ('sso_a', '${workspaces.here}', 'member', 'i', 'c', 's', true, ${time})`,
        link('owner', 'idp_on'),
        link('admin', 'idp_off'),
        link('member', 'sso_a'),
      ]) {
        await runSql(lab.database, sql)
      }
      const answers: Got[] = []
      for (const role of ['owner', 'admin', 'member']) {
        answers.push(await lab.ask('/api/auth/forgot', { email: `${role}@host.test` }))
      }
      for (const answer of answers) assert.deepEqual(answer, answers[0])
      const byProvider = await lab.mail.emailTo(owner, 'Sign in with Tea ID')
      assert.match(byProvider.mail.text ?? '', /The account has no password: you sign in with Tea ID\./)
      const bySso = await lab.mail.emailTo('member@host.test', 'Sign in with single sign-on')
      await lab.tokenTo('admin@host.test', resetSubject)
      assert.equal(lab.mail.emails.length, 3)
      for (const { mail } of [byProvider, bySso]) {
        assert.doesNotMatch(`${mail.text}${mail.html}`, /token=/)
        assert.match(mail.text ?? '', /^http:\/\/host\.test\/login$/m)
      }
      await runSql(lab.database, 'update sso_connections set is_enabled = false')
      await lab.ask('/api/auth/forgot', { email: 'member@host.test' })
      await lab.tokenTo('member@host.test', resetSubject)
    })
  })
}

test('§I15 a newer link voids the older one, and a reset voids a change of address', async () => {
  await using lab = await openRecoveryLab(sqlite)
  const { status } = await lab.host.as('owner').put('/api/auth/email', { email: 'moved@host.test' })
  assert.equal(status, 202)
  const move = await lab.tokenTo('moved@host.test', 'Confirm your new email address')
  const first = await linkFor(lab)
  await lab.ask('/api/auth/forgot', { email: owner })
  const resets = () => lab.mail.emails.filter(({ mail }) => mail.subject === resetSubject)
  await until(() => resets().length === 2)
  const second = resets()
    .map(tokenIn)
    .find((token) => token !== first)
  assert.equal((await lab.ask('/api/auth/reset', { token: first, password: other })).status, 410)
  assert.equal((await lab.ask('/api/auth/reset', { token: second, password: other })).status, 204)
  assert.equal((await lab.ask('/api/auth/confirm-email', { token: move })).status, 410)
})

test('§I13 a reset works within the hour, and a password that can not be taken leaves its link', async () => {
  await using lab = await openRecoveryLab(sqlite)
  const token = await linkFor(lab)
  for (const bad of ['short', 'qwertyuiop', 'the owner of it all', 'x'.repeat(129)]) {
    const { status, body } = await lab.ask('/api/auth/reset', { token, password: bad })
    assert.deepEqual([status, (body as { code: string }).code], [400, 'invalid_input'], bad)
  }
  lab.host.clock.advance({ minutes: 59 })
  assert.equal((await lab.ask('/api/auth/reset', { token, password: other })).status, 204)
  const late = await linkFor(lab, 'admin@host.test')
  lab.host.clock.advance({ hours: 1 })
  assert.equal((await lab.ask('/api/auth/reset', { token: late, password: other })).status, 410)
})

test('§I14 asking for a link says the same for every kind of account, and writes only to those who may use it', async () => {
  await using lab = await openRecoveryLab(sqlite)
  await lab.openRegistration()
  await lab.register('unverified@host.test')
  const { userIds } = lab.host
  const disabled = await lab.host
    .as('instanceAdmin')
    .patch(`/api/instance/users/${userIds.member}`, { isDisabled: true })
  assert.equal(disabled.status, 200)
  const addresses = [owner, 'unverified@host.test', 'member@host.test', 'nobody@host.test', 'no address']
  for (const path of ['/api/auth/forgot', '/api/auth/resend-verification']) {
    const answers: Got[] = []
    for (const email of addresses) answers.push(await lab.ask(path, { email }))
    for (const answer of answers) assert.deepEqual(answer, answers[0])
    assert.equal(answers[0]?.status, 202)
  }
  await lab.tokenTo(owner, resetSubject)
  const token = await lab.tokenTo('unverified@host.test', resetSubject)
  await until(() => lab.mail.emails.length === 4)
  assert.deepEqual(
    lab.mail.emails.filter(({ to }) => to.includes('member@host.test')),
    [],
  )
  assert.equal((await lab.ask('/api/auth/reset', { token, password: other })).status, 204)
  assert.ok(
    await lab.signIn('unverified@host.test', other),
    'whoever got the letter has shown the address to be theirs',
  )
})

test('§I17 a link begins with the public address, for any request', async () => {
  await using lab = await openRecoveryLab(sqlite)
  const headers = {
    host: 'evil.test',
    'x-forwarded-host': 'evil.test',
    'x-forwarded-proto': 'https',
    forwarded: 'host=evil.test;proto=https',
  }
  await lab.ask('http://evil.test/api/auth/forgot', { email: owner }, headers)
  const { mail } = await lab.mail.emailTo(owner, resetSubject)
  assert.match(mail.text ?? '', /^http:\/\/host\.test\/reset\?token=[\w-]{43}$/m)
  assert.doesNotMatch(`${mail.text}${mail.html}`, /evil/)
})

test('§I4 recovery has its own budget, which distinguishes known from unknown addresses as little', async () => {
  await using lab = await openRecoveryLab(sqlite)
  await lab.openRegistration()
  const refusals = []
  for (const email of [owner, 'nobody@host.test']) {
    for (let count = 0; count < 5; count += 1) {
      assert.equal((await lab.ask('/api/auth/forgot', { email })).status, 202)
    }
    const { status, headers, body } = await lab.ask('/api/auth/forgot', { email })
    assert.ok(Number(headers['retry-after']) > 800)
    refusals.push({ status, code: (body as { code: string }).code })
  }
  assert.deepEqual(refusals[0], { status: 429, code: 'too_many_requests' })
  assert.deepEqual(refusals[1], refusals[0])
  assert.ok(await lab.signIn(owner, password))
  await lab.register('new@host.test')
})

test('§I4 one network asks for no more than so many addresses', async () => {
  await using lab = await openRecoveryLab(sqlite)
  const statuses = []
  for (let count = 0; count < 31; count += 1) {
    statuses.push((await lab.ask('/api/auth/forgot', { email: `nobody-${count}@host.test` })).status)
  }
  assert.deepEqual([statuses.filter((status) => status === 202).length, statuses.at(-1)], [30, 429])
})
