import { Problem, type EndpointInput, type WorkspaceScope } from '@host/plugin'
import {
  deleteProvider,
  listProviders,
  mailProviders,
  rotateProvider,
  type MailProvider,
  type ProviderHook,
} from '../../shared.ts'
import { newSecret, secretHash } from '../inbound/inbound-secret.ts'
import type { Tables } from '../models.ts'
import type { MailMux, Parts } from '../parts.ts'
import { mountProviderReceiver } from './receive-provider.ts'

type Scope = Pick<WorkspaceScope<Tables>, 'db' | 'audit'>

const hour = 3_600_000

/** Routes of the endpoints of mail services: their settings for admins, and the endpoint itself. */
export function mountProviders(mux: MailMux, parts: Parts): void {
  mux.endpoint(listProviders, async ({ db }) => ({ items: await shownHooks(db) }))
  mux.endpoint(rotateProvider, async (scope) => {
    const secret = await rotate(parts, scope, scope.input)
    return { ...(await shownHook(scope.db, scope.input.provider)), secret }
  })
  mux.endpoint(deleteProvider, async ({ db, input, audit }) => {
    audit.describe({ before: { provider: input.provider } })
    await db.deleteFrom('mail_provider_hooks').where('provider', '=', input.provider).execute()
  })
  mountProviderReceiver(mux, parts)
}

async function shownHooks(db: Scope['db']): Promise<ProviderHook[]> {
  const rows = await db
    .selectFrom('mail_provider_hooks')
    .select(['id', 'provider', 'topic', 'confirmed_at', 'rotated_at', 'last_at'])
    .execute()
  return mailProviders.map((provider) => {
    const row = rows.find((known) => known.provider === provider)
    return {
      provider,
      path: row === undefined ? null : `/api/x/mail/providers/${row.id}`,
      topic: row === undefined || provider !== 'ses' ? null : row.topic,
      isConfirmed: row !== undefined && (provider !== 'ses' || row.confirmed_at !== null),
      rotatedAt: row?.rotated_at ?? null,
      lastAt: row?.last_at ?? null,
    }
  })
}

async function shownHook(db: Scope['db'], provider: MailProvider): Promise<ProviderHook> {
  const hook = (await shownHooks(db)).find((known) => known.provider === provider)
  if (hook === undefined) throw new Problem('not_found')
  return hook
}

/** @returns the new secret, which is stored as a hash only; null for SNS, which signs */
async function rotate(
  { clock }: Pick<Parts, 'clock'>,
  { db, audit }: Scope,
  { provider, topic = '', keepFormerHours = 0 }: EndpointInput<typeof rotateProvider>,
): Promise<string | null> {
  if (provider === 'ses' && topic === '') throw new Problem('invalid_input', { errors: [noTopic] })
  const secret = newSecret()
  const now = clock()
  const values = { provider, topic: provider === 'ses' ? topic : '', secret_hash: secretHash(secret) }
  const rotated_at = new Date(now).toISOString()
  await db.transaction(async (tx) => {
    const hooks = tx.selectFrom('mail_provider_hooks').select(['id', 'secret_hash', 'topic'])
    const known = await hooks.where('provider', '=', provider).forUpdate().executeTakeFirst()
    if (known === undefined) {
      await tx
        .insertInto('mail_provider_hooks')
        .values({ ...values, rotated_at })
        .execute()
    } else {
      const former = keepFormerHours === 0 ? null : known.secret_hash
      const until = former === null ? null : new Date(now + keepFormerHours * hour).toISOString()
      const isOther = known.topic !== values.topic
      await tx
        .updateTable('mail_provider_hooks')
        .set({
          ...values,
          rotated_at,
          former_hash: former,
          former_until: until,
          ...(isOther && { confirmed_at: null }),
        })
        .where('id', '=', known.id)
        .execute()
    }
    audit.describe({ after: { provider, topic: values.topic, keepFormerHours } })
  })
  return provider === 'ses' ? null : secret
}

const noTopic = {
  path: 'topic',
  message: {
    en: 'Enter the ARN of the SNS topic, such as arn:aws:sns:eu-west-1:123456789012:bounces.',
    zh: '请填写 SNS 主题的 ARN，例如 arn:aws:sns:eu-west-1:123456789012:bounces。',
  },
}
