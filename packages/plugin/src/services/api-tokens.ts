import type { Role } from '../roles.ts'
import type { Language } from '../wire-types.ts'
import { serviceToken } from '../service.ts'

/**
 * Purpose of a token: one workspace, with a maximum role of its own; or the instance's console, as long as its creator
 * is an instance admin.
 */
export type ApiTokenKind = 'workspace' | 'instance'

/** An API token as the person who made it sees it; the secret is nowhere. */
export interface ApiToken {
  readonly id: string
  readonly name: string
  /** The first characters of the secret, which identify a token in a file. */
  readonly hint: string
  /** Its maximum rights. */
  readonly scopes: readonly string[]
  /** The highest role that it acts with; null for a token of the instance. */
  readonly role: Role | null
  /** Where it may be used from, as CIDR ranges; empty for everywhere. */
  readonly addresses: readonly string[]
  readonly createdAt: string
  /** Null for a token that stays until it is revoked. */
  readonly expiresAt: string | null
  /** Until when the secret before the last rotation works too; null when none does. */
  readonly overlapEndsAt: string | null
  readonly lastUsedAt: string | null
  /** From where it was last used. */
  readonly lastUsedFrom: string | null
}

/** Input for a token. */
export interface NewApiToken {
  readonly name: string
  /** All scopes that only read when left out. */
  readonly scopes?: readonly string[] | undefined
  /** The role of its holder when left out. */
  readonly role?: Role | undefined
  /** Days until it ends, 7 to 365; null for none, 90 when left out. */
  readonly expiresInDays?: number | null | undefined
  /** Addresses and CIDR ranges, at most 20; everywhere when left out. */
  readonly addresses?: readonly string[] | undefined
}

/** A token with its secret, which is shown this once. */
export interface MintedApiToken {
  readonly secret: string
  readonly token: ApiToken
}

/** A scope that tokens can have, derived from the requirements of a plugin's routes. */
export interface ApiScope {
  /** A permission such as `notes.write`, or `<plugin>.read` and `<plugin>.write` for routes that name none. */
  readonly name: string
  readonly title: string
  readonly plugin: string
  readonly pluginTitle: string
  /** Whether everything that it opens only reads. */
  readonly isReading: boolean
}

/**
 * API tokens of the caller of a request, of one kind: of the workspace of the session, or of the instance. Tokens of
 * other users are `not_found`.
 */
export interface ApiTokensService {
  /** The scopes that a token of this kind can have, those of switched-off features left out. @throws Problem 401, 403 */
  scopes(request: Request, kind: ApiTokenKind, language: Language): Promise<readonly ApiScope[]>
  /** Newest first. @throws Problem 401, 403 */
  list(request: Request, kind: ApiTokenKind): Promise<readonly ApiToken[]>
  /** @throws Problem `session_required` for a token, `forbidden`, `invalid_input`, `conflict` when there are too many */
  mint(request: Request, kind: ApiTokenKind, token: NewApiToken): Promise<MintedApiToken>
  /** @throws Problem `not_found`, `session_required` */
  rename(request: Request, target: ApiTokenTarget, name: string): Promise<ApiToken>
  /**
   * Gives a token a new secret and the life that it was made with.
   * @param overlapHours how long the secret before it works too, 0 to 168
   * @throws Problem `not_found`, `session_required`
   */
  rotate(request: Request, target: ApiTokenTarget, overlapHours: number): Promise<MintedApiToken>
  /** @throws Problem `not_found`, `session_required` */
  revoke(request: Request, target: ApiTokenTarget): Promise<void>
}

/** One token of the caller. */
export interface ApiTokenTarget {
  readonly kind: ApiTokenKind
  readonly id: string
}

/**
 * API tokens.
 *
 * Audience: authors.
 */
export const ApiTokens = serviceToken<ApiTokensService>('core.api-tokens')
