import { type ApiScope, type ApiToken, type MintedApiToken } from '@host/plugin'
import type { MintedToken, Scope, Token } from '../shared.ts'

/** A list that is short enough to come whole. */
interface Whole<Item> {
  readonly items: Item[]
  readonly nextCursor: null
}

/** A token as answers have it. */
export function tokenAnswer({ scopes, addresses, ...token }: ApiToken): Token {
  return { ...token, scopes: [...scopes], addresses: [...addresses] }
}

/** A token with its secret. */
export function mintedAnswer({ secret, token }: MintedApiToken): MintedToken {
  return { ...tokenAnswer(token), token: secret }
}

export function tokensAnswer(tokens: readonly ApiToken[]): Whole<Token> {
  return { items: tokens.map(tokenAnswer), nextCursor: null }
}

export function scopesAnswer(scopes: readonly ApiScope[]): Whole<Scope> {
  return { items: [...scopes], nextCursor: null }
}

/** Default overlap in hours during which the previous secret still works. */
export const usualOverlap = 24
