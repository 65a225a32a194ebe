import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noMemberLimit } from '../../../testing/identity/no-member-limit.ts'
import { Problem } from '@host/plugin'
import { TOTP } from 'otpauth'
import { everyDatabase } from '../../../testing/database/test-databases.ts'
import { endAccess } from '../accounts/end-access.ts'
import { AccountLinks } from '../external/account-links.ts'
import { SignInFault } from '../external/fault.ts'
import { ProviderStore } from '../external/provider-store.ts'
import type { IdentityMail } from '../mail/identity-mail.ts'
import { requestCaller } from '../../request/request-state.ts'
import { openIdentityLab, type IdentityLab } from '../../../testing/identity/identity-lab.ts'

const mail: Partial<IdentityMail> = { canSend: async () => true, queue: async () => undefined }
const ended = (error: unknown): boolean => error instanceof Problem && error.code === 'unauthenticated'
const linkRefused = (error: unknown): boolean => error instanceof SignInFault && error.code === 'sso_link_refused'

const codeOf = (secret: string, { clock }: IdentityLab): string =>
  new TOTP({ secret }).generate({ timestamp: clock.now })

for (const product of everyDatabase) {
  test(`${product.name}: a call that was let in before its session ended changes no way to sign in after it`, async () => {
    await using lab = await openIdentityLab(product, { mail: mail as never })
    const { id } = await lab.accounts.create({
      name: 'A',
      email: 'ada@example.test',
      password: 'tea-houses by the sea',
    })
    const factors = lab.identity.services.secondFactors
    const profile = lab.identity.services.profile
    const letIn = async (): Promise<Request> =>
      lab.request((await lab.sessions.start(await lab.request(), id)).cookie.split(';', 1)[0])
    const first = await letIn()
    const { secret } = await factors.beginTotp(first)
    await factors.confirmTotp(first, codeOf(secret, lab))
    const late = await letIn()
    const { secret: another } = await factors.beginTotp(late)
    const client = { client_id: 'host', client_secret: 'sealed', issuer: 'https://corp.test' }
    await lab.db
      .insertInto('sign_in_providers')
      .values({ key: 'corp', kind: 'oidc', label: 'Corp', ...client })
      .execute()
    const provider = await new ProviderStore(lab.db).byName('corp')
    const links = new AccountLinks({
      db: lab.db,
      recorder: { record: async () => {} },
      memberLimit: noMemberLimit,
      clock: () => lab.clock.now,
    })
    const caller = requestCaller(late)
    assert.ok(caller !== undefined && provider !== undefined)
    const before = await factors.read(late)
    await lab.db.transaction((queries) => endAccess(queries, id))

    await assert.rejects(factors.confirmTotp(late, codeOf(another, lab)), ended)
    await assert.rejects(factors.removeTotp(late), ended)
    await assert.rejects(factors.renewRecoveryCodes(late), ended)
    await assert.rejects(profile.changeEmail(late, 'eve@example.test'), ended)
    await assert.rejects(profile.deleteAccount(late, 'ada@example.test'), ended)
    const eve = { issuer: client.issuer, subject: 'eve', email: undefined, isEmailVerified: undefined, name: undefined }
    await assert.rejects(links.link(caller, provider, eve), linkRefused)

    const { totp, recoveryCodesLeft } = await factors.read(late)
    assert.deepEqual({ totp, recoveryCodesLeft }, { totp: before.totp, recoveryCodesLeft: before.recoveryCodesLeft })
    for (const table of ['host_account_links', 'external_identities', 'passkeys'] as const) {
      const rows = await lab.db
        .selectFrom(table as 'passkeys')
        .select('id')
        .where('user_id', '=', id)
        .execute()
      assert.deepEqual(rows, [], table)
    }
  })
}
