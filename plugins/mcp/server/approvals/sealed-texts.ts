import type { PluginContext } from '@host/plugin'

/** Which row's. */
export interface SealedFor {
  readonly orgId: string
  readonly seal: string
}

type Sealing = Pick<PluginContext, 'encrypt' | 'decrypt'>
type Field = 'input' | 'answer'

/** Seals arguments or an answer for one row. */
export function sealText(
  ctx: Sealing,
  of: SealedFor,
  { field, text }: { field: Field; text: string },
): Promise<string> {
  return ctx.encrypt(text, { field, row: of.seal, orgId: of.orgId })
}

/** Opens a sealed text of one row. */
export function openText(
  ctx: Sealing,
  of: SealedFor,
  { field, text }: { field: Field; text: string },
): Promise<string> {
  return ctx.decrypt(text, { field, row: of.seal, orgId: of.orgId })
}
