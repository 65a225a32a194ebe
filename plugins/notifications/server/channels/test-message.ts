import { Problem, RateLimit, requireService, type Language, type PluginContext } from '@host/plugin'
import { texts } from '../i18n.ts'
import type { Tables } from '../models.ts'
import { failureOf } from './channel-failure.ts'
import { kindOf, noSuchKind } from './channel-fields.ts'
import { working, type ChannelHealth } from './channel-state.ts'
import type { ChannelFields } from './channel-store.ts'

/** Test messages per hour: they go to addresses of the caller's choice. */
const testsPerHour = 20
const hour = 3_600_000
const testTime = 20_000

/** A channel to test. */
export interface TestedChannel {
  readonly id: string
  readonly kind: string
  /** Opens its fields. */
  readonly open: () => Promise<ChannelFields>
  readonly language: Language
  /** The subject of the limit. */
  readonly countedAs: string
  readonly signal: AbortSignal
}

/**
 * Sends a test message.
 * @returns the changes to the health of the channel
 * @throws Problem `conflict` for a kind that the build no longer has, `too_many_requests`
 */
export async function sendTest(ctx: PluginContext<Tables>, channel: TestedChannel): Promise<Partial<ChannelHealth>> {
  const { id, language, signal, open } = channel
  const kind = kindOf(ctx, channel.kind)
  if (kind === undefined) throw new Problem('conflict', { detail: noSuchKind })
  await requireFewTests(ctx, channel.countedAs)
  const [title, body] = [texts('channel.test')[language], texts('channel.testBody')[language]]
  const message = { id: `${id}_test`, title, body, url: undefined, language }
  try {
    await kind.send(await open(), message, AbortSignal.any([signal, AbortSignal.timeout(testTime)]))
    return working
  } catch (error) {
    return { error: failureOf(error) }
  }
}

async function requireFewTests(ctx: PluginContext<Tables>, countedAs: string): Promise<void> {
  const { allowed, resetAfter } = await requireService(ctx, RateLimit).take(`test:${countedAs}`, testsPerHour, hour)
  if (!allowed) throw new Problem('too_many_requests', { headers: { 'retry-after': String(resetAfter) } })
}
