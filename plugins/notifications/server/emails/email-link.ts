/**
 * The secret of an unsubscribe link: user, kind of emails and expiry, sealed with a key of the instance. It can't be
 * forged or reused for another purpose, and nothing is stored for it. Its power is small on purpose, since emails are
 * forwarded: it opens no page, reveals no name and no address, and never switches emails on.
 */
import * as z from 'zod/mini'
import { Clock, Problem, type PluginContext, requireService } from '@host/plugin'
import type { Tables } from '../models.ts'

/** How long a link works. */
const lifetime = 60 * 24 * 3_600_000

const place = { field: 'end-letters', orgId: null } as const

/** The user and the kind of emails: null for digests. */
export interface EmailKind {
  readonly userId: string
  readonly category: string | null
}

const Sealed = z.strictObject({ u: z.string(), c: z.nullable(z.string()), e: z.number() })

/** Makes a secret. */
export async function sealEmailLink(ctx: PluginContext<Tables>, { userId, category }: EmailKind): Promise<string> {
  const content: z.infer<typeof Sealed> = { u: userId, c: category, e: requireService(ctx, Clock).now() + lifetime }
  return await ctx.encrypt(JSON.stringify(content), place)
}

/** Reads a secret. @throws Problem `gone` for any problem with it */
export async function openEmailLink(ctx: PluginContext<Tables>, token: string): Promise<EmailKind> {
  const opened = await ctx.decrypt(token, place).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'SealBroken') throw deadLink()
    throw error
  })
  const { u: userId, c: category, e: end } = Sealed.parse(JSON.parse(opened))
  if (requireService(ctx, Clock).now() >= end) throw deadLink()
  return { userId, category }
}

function deadLink(): Problem {
  return new Problem('gone', {
    detail: { en: 'This link has expired or is incomplete.', zh: '此链接已过期或不完整。' },
  })
}
