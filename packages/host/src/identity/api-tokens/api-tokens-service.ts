import {
  Problem,
  type ApiToken,
  type ApiTokenKind,
  type ApiTokensService,
  type ApiTokenTarget,
  type MintedApiToken,
  type PluginFacts,
} from '@host/plugin'
import { requireMember } from '../../request/require-member.ts'
import { requestCaller } from '../../request/request-state.ts'
import type { Caller } from '../../request/caller.ts'
import { describeScope, scopesIn } from './api-scopes.ts'
import { instanceTokens } from './models.ts'
import type { OwnedToken, SecretToken, TokenChanges } from './token-changes.ts'
import { checkToken, overlapOf, requireName } from './token-draft.ts'
import type { StoredApiToken, TokenOwner, TokenStore } from './token-store.ts'

/** Options of API tokens. */
export interface ApiTokensOptions {
  readonly store: TokenStore
  readonly changes: TokenChanges
  readonly clock: () => number
  /** Makes every process forget its cached data of a user, or of one of their tokens. */
  readonly live: { forget(which: { readonly userId: string; readonly sessionId: string }): Promise<void> }
  /** The plugins of this build, once they are mounted. */
  plugins(): readonly PluginFacts[]
  isEnabled(orgId: string, feature: string): boolean | Promise<boolean>
}

/** Makes the service `ApiTokens`. */
export function apiTokensService(options: ApiTokensOptions): ApiTokensService {
  const { store, changes, live, clock, plugins } = options
  const minted = ({ secret, stored }: SecretToken): MintedApiToken => ({ secret, token: tokenOf(stored, clock()) })
  return Object.freeze({
    scopes: async (request, kind, language) => {
      const { orgId } = ownerOf(callerOf(request), kind)
      const known = scopesIn(plugins(), kind)
      const shown = await Promise.all(
        known.map(async ({ plugin }) => kind === 'instance' || (await options.isEnabled(orgId, plugin.feature))),
      )
      return known.filter((_, at) => shown[at] === true).map((scope) => describeScope(scope, language))
    },
    list: async (request, kind) => {
      const rows = await store.list(ownerOf(callerOf(request), kind))
      return rows.map((row) => tokenOf(row, clock()))
    },
    mint: async (request, kind, given) => {
      const owner = ownerOf(sessionOf(request), kind)
      return minted(await changes.mint(owner, checkToken(given, scopesIn(plugins(), kind))))
    },
    rename: async (request, target, name) =>
      tokenOf(await changes.rename(ownedBy(request, target), requireName(name)), clock()),
    rotate: async (request, target, overlapHours) => {
      const owned = ownedBy(request, target)
      const rotated = await changes.rotate(owned, overlapOf(overlapHours))
      await live.forget({ userId: owned.userId, sessionId: owned.id })
      return minted(rotated)
    },
    revoke: async (request, target) => {
      const owned = ownedBy(request, target)
      await changes.revoke(owned)
      await live.forget({ userId: owned.userId, sessionId: owned.id })
    },
  } satisfies ApiTokensService)
}

function callerOf(request: Request): Caller {
  const caller = requestCaller(request)
  if (caller === undefined) throw new Problem('unauthenticated')
  return caller
}

/** A caller with a session: no token makes, keeps or ends tokens, so none gets further than it was meant to. */
function sessionOf(request: Request): Caller {
  const caller = callerOf(request)
  if (caller.tokenId !== undefined) throw new Problem('session_required')
  return caller
}

function ownerOf(caller: Caller, kind: ApiTokenKind): TokenOwner {
  if (kind === 'workspace') return { orgId: requireMember(caller, 'member').orgId, userId: caller.userId }
  if (!caller.isInstanceAdmin) throw new Problem('forbidden')
  return { orgId: instanceTokens, userId: caller.userId }
}

function ownedBy(request: Request, { kind, id }: ApiTokenTarget): OwnedToken {
  return { ...ownerOf(sessionOf(request), kind), id }
}

function tokenOf(row: StoredApiToken, now: number): ApiToken {
  const { id, name, hint, scopes, role, addresses, previous_until: overlap } = row
  return {
    id,
    name,
    hint,
    scopes,
    role,
    addresses,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    overlapEndsAt: overlap !== null && Date.parse(overlap) > now ? overlap : null,
    lastUsedAt: row.last_used_at,
    lastUsedFrom: row.last_used_from,
  }
}
