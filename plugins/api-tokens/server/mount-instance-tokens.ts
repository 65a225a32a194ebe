import { noContent, type ApiTokensService } from '@host/plugin'
import {
  createInstanceToken,
  listInstanceScopes,
  listInstanceTokens,
  renameInstanceToken,
  revokeInstanceToken,
  rotateInstanceToken,
} from '../shared.ts'
import { mintedAnswer, scopesAnswer, tokenAnswer, tokensAnswer, usualOverlap } from './token-answers.ts'
import type { TokensMux } from './tokens-mux.ts'

/** Tokens of an instance admin for the console. */
export function mountInstanceTokens(mux: TokensMux, tokens: ApiTokensService): void {
  const kind = 'instance'
  mux.endpoint(listInstanceTokens, async ({ request }) => tokensAnswer(await tokens.list(request, kind)))
  mux.endpoint(listInstanceScopes, async ({ request, language }) =>
    scopesAnswer(await tokens.scopes(request, kind, language)),
  )
  mux.endpoint(createInstanceToken, async ({ request, input }) => mintedAnswer(await tokens.mint(request, kind, input)))
  mux.endpoint(renameInstanceToken, async ({ request, params, input }) =>
    tokenAnswer(await tokens.rename(request, { kind, ...params }, input.name)),
  )
  mux.endpoint(rotateInstanceToken, async ({ request, params, input }) =>
    mintedAnswer(await tokens.rotate(request, { kind, ...params }, input.overlapHours ?? usualOverlap)),
  )
  mux.endpoint(revokeInstanceToken, async ({ request, params }) => {
    await tokens.revoke(request, { kind, ...params })
    return noContent()
  })
}
