import type { Place, Vault } from '../security/encryption/vault.ts'
import * as z from 'zod/mini'

/** The input of a job of the host that no table, backup or console shows in clear. */
export const SealedInput = z.strictObject({ sealed: z.string() })

/** Seals a value of JSON for the place that its job opens it in. */
export async function sealInput(vault: Pick<Vault, 'seal'>, value: unknown, place: Place) {
  return { sealed: await vault.seal(JSON.stringify(value), place) }
}

/** Opens a value that `sealInput` sealed for this place. */
export async function openInput<Value>(
  vault: Pick<Vault, 'open'>,
  { sealed }: z.infer<typeof SealedInput>,
  place: Place,
): Promise<Value> {
  return JSON.parse(String(await vault.open(sealed, place))) as Value
}
