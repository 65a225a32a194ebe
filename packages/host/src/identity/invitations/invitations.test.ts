import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '@host/plugin'
import { everyDatabase } from '../../../testing/database/test-databases.ts'
import type { IdentityEmail, IdentityMail } from '../mail/identity-mail.ts'
import { openIdentityLab, type IdentityLab } from '../../../testing/identity/identity-lab.ts'

const password = 'tea-houses by the sea'
const language = 'en'
const problem =
  (code: string) =>
  (error: unknown): boolean =>
    error instanceof Problem && error.code === code

/** A sender that can be switched on. */
function switchedMail() {
  const emails: IdentityEmail[] = []
  const state = { isOn: false }
  const mail: IdentityMail = {
    canSend: async () => state.isOn,
    linkTo: (page, token) => `${page}?token=${token}`,
    queue: async (email) => void emails.push(email),
    pageAt: (path) => path,
  }
  return { mail, state, emails }
}

async function founded(lab: IdentityLab) {
  const make = (name: string) => lab.accounts.create({ name, email: `${name}@example.test`, password })
  const { id: actorId } = await make('founder')
  await lab.db.updateTable('users').set({ is_instance_admin: true }).where('id', '=', actorId).execute()
  const { id: orgId } = await lab.workspaces.create({ name: 'Studio', ownerId: actorId })
  const { invitations } = lab.identity.services
  const invite = async (email: string) => {
    const [sent] = await invitations.invite({ orgId, actorId }, { emails: [email], role: 'member', language })
    return new URL(sent?.link ?? '', 'http://h.test').searchParams.get('token') ?? ''
  }
  const accept = (token: string, userId?: string) =>
    invitations.accept({ token, name: 'Tim', password, userId, language })
  return { orgId, actorId, invitations, invite, accept, make }
}

for (const product of everyDatabase) {
  test(`${product.name}: of those who accept one link at once one joins, with an account or without`, async () => {
    await using lab = await openIdentityLab(product)
    const { orgId, invite, accept, make } = await founded(lab)
    for (let round = 0; round < 5; round += 1) {
      const token = await invite(`new${round}@example.test`)
      const results = await Promise.allSettled(Array.from({ length: 4 }, () => accept(token)))
      assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
    }
    const { id: userId } = await make('known')
    const known = await invite('known@example.test')
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => accept(known, userId)))
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
    assert.equal(await lab.workspaces.countMembers(orgId, {}), 1 + 5 + 1)
  })

  test(`${product.name}: only a hash of a link is stored, and inviting again replaces it`, async () => {
    await using lab = await openIdentityLab(product)
    const { invite } = await founded(lab)
    const tokens = [await invite('tim@example.test'), await invite('Tim@Example.test')]
    const rows = await lab.db.selectFrom('invitations').selectAll().execute()
    assert.equal(rows.length, 1)
    for (const token of tokens) assert.ok(!JSON.stringify(rows).includes(token))
  })
}

const [sqlite] = everyDatabase
assert.ok(sqlite)

test('a link that was handed over makes no account once mailboxes can be proven; a mailed one does', async () => {
  const { mail, state, emails } = switchedMail()
  await using lab = await openIdentityLab(sqlite, { mail })
  const { invite, accept } = await founded(lab)
  const handedOver = await invite('tim@example.test')
  state.isOn = true
  await assert.rejects(accept(handedOver), problem('unauthenticated'))
  assert.equal(await invite('tim@example.test'), '', 'the link is in the mail alone')
  const mailed = new URL(emails[0]?.link ?? '', 'http://h.test').searchParams.get('token') ?? ''
  assert.equal((await accept(mailed)).isNew, true)
})

test('a disabled account lends its rights to no link', async () => {
  await using lab = await openIdentityLab(sqlite)
  const { invite, accept, actorId } = await founded(lab)
  const token = await invite('tim@example.test')
  await lab.db
    .updateTable('users')
    .set({ disabled_at: new Date(lab.clock.now).toISOString() })
    .where('id', '=', actorId)
    .execute()
  await assert.rejects(accept(token), problem('gone'))
})
