import { noContent, type ApiTokensService } from '@host/plugin'
import { createToken, listScopes, listTokens, renameToken, revokeToken, rotateToken } from '../shared.ts'
import { mintedAnswer, scopesAnswer, tokenAnswer, tokensAnswer, usualOverlap } from './token-answers.ts'
import type { TokensMux } from './tokens-mux.ts'

/** Tokens of the caller in the workspace of their session. */
export function mountTokens(mux: TokensMux, tokens: ApiTokensService): void {
  const kind = 'workspace'
  mux.endpoint(listTokens, async ({ request }) => tokensAnswer(await tokens.list(request, kind)))
  mux.endpoint(listScopes, async ({ request, language }) => scopesAnswer(await tokens.scopes(request, kind, language)))
  mux.endpoint(createToken, async ({ request, input }) => mintedAnswer(await tokens.mint(request, kind, input)))
  mux.endpoint(renameToken, async ({ request, params, input }) =>
    tokenAnswer(await tokens.rename(request, { kind, ...params }, input.name)),
  )
  mux.endpoint(rotateToken, async ({ request, params, input }) =>
    mintedAnswer(await tokens.rotate(request, { kind, ...params }, input.overlapHours ?? usualOverlap)),
  )
  mux.endpoint(revokeToken, async ({ request, params }) => {
    await tokens.revoke(request, { kind, ...params })
    return noContent()
  })
}
