import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Accounts, Workspaces } from '@host/plugin/platform'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { until } from '@host/host/testing/until'
import type { ArrivedEmail } from '../../lab/mail-server.ts'
import { openRecoveryLab, password, tokenIn, type RecoveryLab } from './recovery-lab.ts'

/** Another registration triggers the sweep of expired accounts. */
async function sweep(lab: RecoveryLab, round: number): Promise<void> {
  await lab.register(`later-${round}@host.test`)
}

const emailsTo = ({ mail }: RecoveryLab, email: string): readonly ArrivedEmail[] =>
  mail.emails.filter(({ to }) => to.includes(email))

const exists = async ({ host }: RecoveryLab, email: string): Promise<boolean> =>
  (await host.service(Accounts).findByEmail(email)) !== undefined

for (const product of testDatabases) {
  test(`§I12 on ${product.name}: an account not verified within 7 days is gone, and its address is free`, async () => {
    await using lab = await openRecoveryLab(product)
    await lab.openRegistration()
    await lab.register('never@host.test')
    const proven = await lab.register('proven@host.test')
    assert.equal((await lab.ask('/api/auth/verify-email', { token: proven })).status, 204)
    lab.host.clock.advance({ days: 7, minutes: -1 })
    await sweep(lab, 1)
    assert.equal(await exists(lab, 'never@host.test'), true, 'not before its time')
    lab.host.clock.advance({ minutes: 1 })
    await sweep(lab, 2)
    await until(async () => !(await exists(lab, 'never@host.test')))
    for (const stays of ['proven@host.test', 'later-1@host.test', 'member@host.test', 'instance-admin@host.test']) {
      assert.equal(await exists(lab, stays), true, stays)
    }
    const name = 'Somebody else'
    await lab.ask('/api/auth/register', { name, email: 'never@host.test', password: 'the second of two words' })
    await until(() => emailsTo(lab, 'never@host.test').length === 2)
    const [first = '', second = ''] = emailsTo(lab, 'never@host.test').map(tokenIn)
    assert.equal((await lab.ask('/api/auth/verify-email', { token: first })).status, 410)
    assert.equal((await lab.ask('/api/auth/verify-email', { token: second })).status, 204)
    assert.ok(await lab.signIn('never@host.test', 'the second of two words'))
    assert.equal(await lab.signIn('never@host.test', password), undefined)
  })

  test(`§I12 on ${product.name}: a link that waits, a second registration, a ban and a membership keep it`, async () => {
    await using lab = await openRecoveryLab(product)
    await lab.openRegistration()
    const [linked, again, banned, member] = [
      'linked@host.test',
      'again@host.test',
      'banned@host.test',
      'in@host.test',
    ] as const
    for (const email of [linked, again, banned, member]) await lab.register(email)
    const accounts = lab.host.service(Accounts)
    const bannedId = (await accounts.findByEmail(banned))?.id ?? ''
    const admin = lab.host.as('instanceAdmin')
    assert.equal((await admin.patch(`/api/instance/users/${bannedId}`, { isDisabled: true })).status, 200)
    const { workspaces, userIds } = lab.host
    await lab.host
      .service(Workspaces)
      .addMember({ orgId: workspaces.here, actorId: userIds.owner }, { email: member, role: 'member' })
    lab.host.clock.advance({ days: 6, hours: 23 })
    await lab.ask('/api/auth/resend-verification', { email: linked })
    await lab.ask('/api/auth/register', { name: 'New', email: again, password })
    await until(() => [linked, again].every((email) => emailsTo(lab, email).length === 2))
    lab.host.clock.advance({ hours: 2 })
    await sweep(lab, 1)
    for (const email of [linked, again, banned, member]) assert.equal(await exists(lab, email), true, email)
    lab.host.clock.advance({ days: 1 })
    await sweep(lab, 2)
    await until(async () => !(await exists(lab, linked)))
    for (const email of [again, banned, member]) assert.equal(await exists(lab, email), true, email)
  })
}
