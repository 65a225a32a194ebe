import type { Caller } from '../request/caller.ts'

/** Whether a caller holds the token of an agent. @param agentScopes the scopes that only such a token has */
export function isAgent({ scopes = [] }: Pick<Caller, 'scopes'>, agentScopes: ReadonlySet<string>): boolean {
  return scopes.some((scope) => agentScopes.has(scope))
}
