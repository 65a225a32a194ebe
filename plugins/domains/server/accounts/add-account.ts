import { randomUUID } from 'node:crypto'
import { Problem, type Queries, type WorkspaceScope } from '@host/plugin'
import type * as z from 'zod/mini'
import { domainLimits, type Account, type NewAccount } from '../../shared.ts'
import { momentAfter } from '../checks/check-schedule.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { accountFacts, selectAccount, shownAccount } from './account-rows.ts'
import { checkSettings, sealSettings } from './account-settings.ts'
import { ProviderAccount } from './provider-calls.ts'

type Scope = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'userId' | 'audit' | 'signal'>

/**
 * Saves an account that its provider takes.
 * @throws Problem `invalid_input` naming fields, `conflict` over the limit, and as `DnsAccount.zones`
 */
export async function addAccountTo(parts: Parts, scope: Scope, input: z.infer<typeof NewAccount>): Promise<Account> {
  const { db, orgId, userId, audit } = scope
  const { ctx, providers, clock } = parts
  const provider = (await providers.offered(orgId)).find(({ name }) => name === input.provider)?.provider
  if (provider === undefined) throw unknownProvider()
  const settings = checkSettings(provider.fields, input.settings)
  await new ProviderAccount({ account: provider.open(settings), provider }, scope, parts.calls).zones()
  const sealed = await sealSettings(ctx, { orgId, seal: randomUUID() }, { fields: provider.fields, settings })
  const now = momentAfter(clock())
  const row = { provider: input.provider, name: input.label, ...sealed, state: 'ok' as const, tested_at: now }
  const id = await db.transaction(async (tx) => {
    await requireRoom(tx)
    const values = { ...row, created_by: userId, created_at: now }
    const added = await tx.insertInto('domains_accounts').values(values).returning('id').executeTakeFirstOrThrow()
    audit.describe({ target: `dns_account:${added.id}`, after: { provider: input.provider, label: input.label } })
    return added.id
  })
  return shownAccount(await selectAccount(db, id), await accountFacts(providers, { db, orgId }))
}

/** Locked first, counted afterwards: see `addDomainTo`. */
async function requireRoom(tx: Queries<Tables>): Promise<void> {
  await tx.selectFrom('domains_accounts').select('id').forUpdate().execute()
  const rows = await tx.selectFrom('domains_accounts').select('id').execute()
  if (rows.length >= domainLimits.accounts) throw new Problem('conflict', tooMany)
}

function unknownProvider(): Problem {
  const message = { en: 'Choose one of the providers.', zh: '请选择一个服务商。' }
  return new Problem('invalid_input', { errors: [{ path: 'provider', message }] })
}

const tooMany = {
  detail: {
    en: `This workspace has reached the limit of ${domainLimits.accounts} DNS accounts.`,
    zh: `此工作区已有 ${domainLimits.accounts} 个 DNS 账号。`,
  },
  nextStep: { en: 'Remove one that is not needed, then try again.', zh: '请先移除不再需要的账号，然后重试。' },
}
