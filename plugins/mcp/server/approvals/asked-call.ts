import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { ApprovalParts } from './approval-parts.ts'
import { openText, sealText, type SealedFor } from './sealed-texts.ts'

/** The stored arguments of a call, as its row has them. */
export interface StoredArguments extends SealedFor {
  readonly input: string
  /** When they were erased; null while the call can still run. */
  readonly erased_at: string | null
}

type Sealing = Pick<ApprovalParts, 'ctx'>

/** The arguments of a call; null once they were erased. */
export async function readArguments({ ctx }: Sealing, stored: StoredArguments): Promise<unknown> {
  if (stored.erased_at !== null) return null
  return JSON.parse(await openText(ctx, stored, { field: 'input', text: stored.input })) as unknown
}

/** Whether a call has these arguments. Erased ones are compared by their hash. */
export async function hasArguments({ ctx }: Sealing, stored: StoredArguments, input: unknown): Promise<boolean> {
  const text = await openText(ctx, stored, { field: 'input', text: stored.input })
  if (stored.erased_at === null) return isDeepStrictEqual(JSON.parse(text), plain(input))
  return (JSON.parse(text) as { readonly sha256: string | null }).sha256 === hashOf(plain(input))
}

/** Replacement for the stored arguments: a sealed hash that identifies a repeat of the same call. */
export async function erasedArguments({ ctx }: Sealing, stored: StoredArguments): Promise<string> {
  // Arguments with a lost key are erased as well: no repeat equals them.
  const sha256 = await hashOfStored(ctx, stored).catch(() => null)
  return await sealText(ctx, stored, { field: 'input', text: JSON.stringify({ sha256 }) })
}

async function hashOfStored(ctx: Sealing['ctx'], stored: StoredArguments): Promise<string> {
  return hashOf(JSON.parse(await openText(ctx, stored, { field: 'input', text: stored.input })))
}

/** As it comes back from JSON. */
function plain(input: unknown): unknown {
  return JSON.parse(JSON.stringify(input ?? {})) as unknown
}

function hashOf(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(value, (_, member: unknown) => sorted(member)))
    .digest('base64url')
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(members)
}
