import { randomUUID } from 'node:crypto'
import { limits, type OutgoingMail, type PluginContext } from '@host/plugin'

/** An email of a plugin with the name of its sender. */
export type AutomaticMail = OutgoingMail & { readonly fromName: string }

/** Columns of an email that is sealed. */
export interface SealedBody {
  readonly body: string
  readonly seal: string
}

const separator = '\n'
/** Characters of one sealed piece, of at most 4 bytes each. */
const pieceLength = Math.floor(limits.sealedValue / 4)

const place = (orgId: string, seal: string) => ({ field: 'body', row: seal, orgId })

/** Seals an email: it may have links in it that are secret. */
export async function sealBody(
  ctx: Pick<PluginContext, 'encrypt'>,
  orgId: string,
  mail: AutomaticMail,
): Promise<SealedBody> {
  const seal = randomUUID()
  // ASCII, so that no character is cut in half.
  const text = JSON.stringify(mail).replace(/[^\0-\x7f]/g, escaped)
  const count = Math.ceil(text.length / pieceLength)
  const pieces = Array.from({ length: count }, (_, at) => text.slice(at * pieceLength, (at + 1) * pieceLength))
  const sealed = await Promise.all(pieces.map((piece) => ctx.encrypt(piece, place(orgId, seal))))
  return { seal, body: sealed.join(separator) }
}

/** @throws Error for a text that was altered or belongs elsewhere */
export async function openBody(
  ctx: Pick<PluginContext, 'decrypt'>,
  orgId: string,
  { body, seal }: SealedBody,
): Promise<AutomaticMail> {
  const pieces = await Promise.all(body.split(separator).map((piece) => ctx.decrypt(piece, place(orgId, seal))))
  return JSON.parse(pieces.join('')) as AutomaticMail
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
