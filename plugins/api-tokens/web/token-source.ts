import {
  createInstanceToken,
  createToken,
  listInstanceScopes,
  listInstanceTokens,
  listScopes,
  listTokens,
  renameInstanceToken,
  renameToken,
  revokeInstanceToken,
  revokeToken,
  rotateInstanceToken,
  rotateToken,
} from '../shared.ts'

/** One of the two kinds of tokens, and where it is asked for. */
export interface TokenSource {
  readonly kind: 'workspace' | 'instance'
  /** The name of its help page. */
  readonly help: string
  readonly list: typeof listTokens | typeof listInstanceTokens
  readonly scopes: typeof listScopes | typeof listInstanceScopes
  readonly create: typeof createToken | typeof createInstanceToken
  readonly rename: typeof renameToken | typeof renameInstanceToken
  readonly rotate: typeof rotateToken | typeof rotateInstanceToken
  readonly revoke: typeof revokeToken | typeof revokeInstanceToken
}

/** The reader's tokens in the workspace. */
export const workspaceTokens: TokenSource = {
  kind: 'workspace',
  help: 'api-tokens',
  list: listTokens,
  scopes: listScopes,
  create: createToken,
  rename: renameToken,
  rotate: rotateToken,
  revoke: revokeToken,
}

/** The reader's tokens of the instance. */
export const instanceTokens: TokenSource = {
  kind: 'instance',
  help: 'instance-api-tokens',
  list: listInstanceTokens,
  scopes: listInstanceScopes,
  create: createInstanceToken,
  rename: renameInstanceToken,
  rotate: rotateInstanceToken,
  revoke: revokeInstanceToken,
}
