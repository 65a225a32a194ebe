import { Problem } from '@host/plugin'
import type { ExternalIdentitiesService, ProviderChoice } from '@host/plugin/platform'
import { requireAnotherMethod } from '../sign-in/require-another-method.ts'
import { providerOf } from './callback-path.ts'
import type { ExternalParts } from './external-parts.ts'
import type { ExternalSignIn } from './external-sign-in.ts'
import { listIdentities } from './identity-store.ts'
import { choiceOf } from './provider-choice.ts'

/** Makes the service `ExternalIdentities`. */
export function externalIdentitiesService(parts: ExternalParts, signIn: ExternalSignIn): ExternalIdentitiesService {
  return Object.freeze({
    begin: (request, provider) => signIn.begin(request, provider),
    finish: (request, provider) => signIn.finish(request, providerOf(provider)),
    list: (userId) => listIdentities(parts.db, userId),
    linkable: (userId, orgId) => linkable(parts, userId, orgId),
    unlink: (userId, id) => unlink(parts, userId, id),
  } satisfies ExternalIdentitiesService)
}

async function linkable(
  { db, providers, publicUrl }: ExternalParts,
  userId: string,
  orgId: string | undefined,
): Promise<readonly ProviderChoice[]> {
  if (publicUrl === undefined) return []
  const linked = await db
    .selectFrom('external_identities')
    .select('issuer')
    .where('user_id', '=', userId)
    .limit(100)
    .execute()
  const issuers = new Set(linked.map(({ issuer }) => issuer))
  const own = orgId === undefined ? undefined : await providers.byName(orgId)
  const all = [...(await providers.list()), ...(own === undefined ? [] : [own])]
  return all.filter(({ issuer }) => !issuers.has(issuer)).map(choiceOf)
}

/** Sessions that began with it stay, as those of a password do when a passkey is removed: they end under Sessions. */
async function unlink({ db, recorder, live }: ExternalParts, userId: string, id: string): Promise<void> {
  await db.transaction(async (queries) => {
    const identity = await queries
      .deleteFrom('external_identities')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning(['issuer', 'provider_id as provider'])
      .executeTakeFirst()
    if (identity === undefined) throw new Problem('not_found')
    await requireAnotherMethod(queries, userId)
    await recorder.record({ kind: 'identity.unlinked', actorId: userId, userId, ...identity })
  })
  await live.forget({ userId })
}
