import type { PluginContext } from '@host/plugin'

/** A key as its row has it. */
export interface SealedKey {
  /** The name of the row, for which its secret is sealed; known before the row is. */
  readonly seal: string
  readonly secret: string
}

/** Seals the secret of a key. @param secret in Base64 */
export async function sealKeySecret(
  ctx: Pick<PluginContext, 'encrypt'>,
  { orgId, seal, secret }: SealedKey & { readonly orgId: string },
): Promise<string> {
  return await ctx.encrypt(secret, { field: 'secret', row: seal, orgId })
}

/** The secret of a key, in Base64. @throws Error for a text that was altered or belongs elsewhere */
export async function openKeySecret(
  ctx: Pick<PluginContext, 'decrypt'>,
  orgId: string,
  { seal, secret }: SealedKey,
): Promise<string> {
  return await ctx.decrypt(secret, { field: 'secret', row: seal, orgId })
}
