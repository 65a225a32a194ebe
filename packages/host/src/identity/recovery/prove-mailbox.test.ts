import assert from 'node:assert/strict'
import { test } from 'node:test'
import { everyDatabase } from '../../../testing/database/test-databases.ts'
import type { IdentityEmail, IdentityMail } from '../mail/identity-mail.ts'
import { openIdentityLab, type IdentityLab } from '../../../testing/identity/identity-lab.ts'

const password = 'tea-houses by the sea'
const another = 'lanterns over the river'
const tables = ['totp_apps', 'recovery_codes', 'passkeys', 'external_identities', 'api_tokens'] as const

/** A sender that is switched on later than the instance. */
function laterMail() {
  const emails: IdentityEmail[] = []
  const state = { isOn: false }
  const mail: IdentityMail = {
    canSend: async () => state.isOn,
    linkTo: (page, token) => `${page}?token=${token}`,
    pageAt: (path) => path,
    queue: async (email) => void emails.push(email),
  }
  return { mail, state, emails }
}

/** Gives an account one of everything that it can be opened with. */
async function equip({ db, clock }: IdentityLab, user_id: string, orgId: string): Promise<void> {
  const created_at = new Date(clock.now).toISOString()
  const at = { user_id, created_at }
  await db.insertInto('totp_apps').values({ user_id, secret: 'sealed', active_since: created_at }).execute()
  await db
    .insertInto('recovery_codes')
    .values({ ...at, code_hash: `code ${user_id}` })
    .execute()
  const key = { credential_id: `key ${user_id}`, user_handle: 'h', public_key: new Uint8Array(1), transports: [] }
  await db
    .insertInto('passkeys')
    .values({ ...at, ...key, name: 'Key' })
    .execute()
  const elsewhere = { issuer: 'https://id.test', subject: user_id, provider_id: 'idp_1' }
  await db
    .insertInto('external_identities')
    .values({ ...at, ...elsewhere })
    .execute()
  const token = { org_id: orgId, name: 'T', hint: 'h', token_hash: user_id, scopes: [], addresses: [] }
  await db
    .insertInto('api_tokens')
    .values({ ...at, ...token })
    .execute()
}

async function left({ db }: IdentityLab, userId: string): Promise<readonly string[]> {
  const found: string[] = []
  for (const table of tables) {
    const rows = await db
      .selectFrom(table as 'passkeys')
      .select('id')
      .where('user_id', '=', userId)
      .execute()
    if (rows.length > 0) found.push(table)
  }
  return found
}

for (const product of everyDatabase) {
  test(`${product.name}: access set up by the holder of a handed-over link ends at the first emailed reset, and only then`, async () => {
    const { mail, state, emails } = laterMail()
    await using lab = await openIdentityLab(product, { mail })
    const { id: actorId } = await lab.accounts.create({ name: 'A', email: 'ada@example.test', password })
    await lab.db.updateTable('users').set({ is_instance_admin: true }).where('id', '=', actorId).execute()
    const { id: orgId } = await lab.workspaces.create({ name: 'Studio', ownerId: actorId })
    const invitations = lab.identity.services.invitations
    const recovery = lab.identity.services.recovery
    const sent = await invitations.invite(
      { orgId, actorId },
      { emails: ['tim@example.test'], role: 'member', language: 'en' },
    )
    const token = new URL(sent[0]?.link ?? '', 'http://h.test').searchParams.get('token') ?? ''
    const joined = await invitations.accept({ token, name: 'Tim', password, userId: undefined, language: 'en' })
    const { cookie } = await lab.sessions.start(await lab.request(), joined.userId)
    for (const userId of [actorId, joined.userId]) await equip(lab, userId, orgId)
    const reset = async (email: string): Promise<void> => {
      await recovery.forgot(await lab.request(), email)
      const received = emails.findLast(({ to, kind }) => to === email && kind === 'reset')
      const given = new URL(received?.link ?? '', 'http://h.test').searchParams.get('token') ?? ''
      await recovery.reset(await lab.request(), { token: given, password: another })
    }
    state.isOn = true
    await reset('ada@example.test')
    assert.deepEqual(await left(lab, actorId), tables, 'an account that stands on no word keeps its factors')
    await reset('tim@example.test')
    assert.deepEqual(await left(lab, joined.userId), [])
    assert.equal(await lab.workspaces.countMembers(orgId, {}), 2)
    assert.equal(await lab.identity.sessions.callerOf(/=([\w-]+)/.exec(cookie)?.[1] ?? ''), undefined)
    await equip(lab, joined.userId, orgId)
    await reset('tim@example.test')
    assert.deepEqual(await left(lab, joined.userId), tables, 'the mailbox has spoken, so what it set up stays')
  })
}
