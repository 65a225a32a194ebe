import {
  Mail,
  PluginCatalog,
  Problem,
  requireService,
  type Language,
  type Mux,
  type PluginContext,
  type ReadinessItem,
  type TablesOf,
} from '@host/plugin'
import { NotificationChannels, People, Readiness, type ReadinessService } from '@host/plugin/platform'
import { confirmKeyCopy, readinessStates, readReadiness } from '../shared.ts'
import { done } from './done.ts'
import type { models } from './models.ts'
import { readinessTexts, type ReadinessTexts } from './readiness-texts.ts'

type Lookup = Pick<PluginContext, 'lookup'>

/** Admins whose second factor is looked at. */
const mostAdmins = 200

/** The conditions of the instance, and the confirmation that its key was copied. */
export function mountReadiness(mux: Mux<'instance', TablesOf<typeof models>, 'instance'>, ctx: Lookup): void {
  const readiness = (): ReadinessService => requireService(ctx, Readiness)
  mux.endpoint(readReadiness, async ({ language }) => {
    const items = await readiness().items(language)
    const order = (state: ReadinessItem['state']): number => readinessStates.indexOf(state)
    return {
      items: items.toSorted((one, other) => order(one.state) - order(other.state)),
      nextCursor: null,
      keyName: (await readiness().keyName()) ?? null,
    }
  })
  mux.endpoint(confirmKeyCopy, async ({ input: { keyName } }) => {
    // The key may have been rotated since the page was opened.
    if (keyName !== (await readiness().keyName())) throw new Problem('conflict')
    return await done(readiness().storeFacts({ keyCopied: keyName }))
  })
}

/** The conditions that the instance itself has. */
export async function instanceReadiness(ctx: Lookup, language: Language): Promise<readonly ReadinessItem[]> {
  const texts = readinessTexts[language]
  const facts = await ctx.lookup(Readiness)?.facts()
  return [
    publicUrl(ctx, texts),
    await mailSender(ctx, texts, facts?.['mailTest']),
    await keyCopy(ctx, texts, facts?.['keyCopied']),
    await adminFactors(ctx, texts),
    await pluginHealth(ctx, texts),
  ]
}

function publicUrl(ctx: Lookup, { url }: ReadinessTexts): ReadinessItem {
  const item = { id: 'public-url', title: url.title, help: 'readiness' }
  const address = ctx.lookup(NotificationChannels)?.addressOf('/')
  if (address === undefined) return { ...item, state: 'fail', reason: url.missing, fix: url.set }
  return address.startsWith('https:')
    ? { ...item, state: 'ok' }
    : { ...item, state: 'warn', reason: url.plain, fix: url.secure }
}

/** Result of the last test email, as it is stored. */
interface MailTest {
  readonly problem: string | null
}

async function mailSender(ctx: Lookup, { mail }: ReadinessTexts, test: unknown): Promise<ReadinessItem> {
  const item = { id: 'mail', title: mail.title, path: '/settings', help: 'mail-settings' }
  const service = ctx.lookup(Mail)
  if (service === undefined || (await service.canSend?.()) === false) {
    return { ...item, state: 'warn', reason: mail.missing, fix: mail.set }
  }
  const last = test as MailTest | undefined
  if (last === undefined) return { ...item, state: 'unknown', reason: mail.untested, fix: mail.test }
  return last.problem === null
    ? { ...item, state: 'ok' }
    : { ...item, state: 'fail', reason: mail.failed, fix: mail.test }
}

async function keyCopy(ctx: Lookup, { key }: ReadinessTexts, copied: unknown): Promise<ReadinessItem> {
  const item = { id: 'key-copy', title: key.title, help: 'readiness' }
  const name = await ctx.lookup(Readiness)?.keyName()
  if (name !== undefined && name === copied) return { ...item, state: 'ok' }
  return { ...item, state: 'warn', reason: copied === undefined ? key.missing : key.rotated, fix: key.copy }
}

async function adminFactors(ctx: Lookup, { factor }: ReadinessTexts): Promise<ReadinessItem> {
  const item = { id: 'admin-factors', title: factor.title, path: '/users?state=admin', help: 'managing-users' }
  const admins = await requireService(ctx, People).list({ state: 'admin', limit: mostAdmins })
  const without = admins.items.filter(({ isDisabled, hasSecondFactor }) => !isDisabled && !hasSecondFactor)
  if (without.length === 0) return { ...item, state: 'ok' }
  return { ...item, state: 'warn', reason: factor.missing(without.length), fix: factor.add }
}

async function pluginHealth(ctx: Lookup, { plugins }: ReadinessTexts): Promise<ReadinessItem> {
  const item = { id: 'plugins', title: plugins.title, path: '/plugins', help: 'plugins' }
  const catalog = requireService(ctx, PluginCatalog)
  const healths = await Promise.all(catalog.list().map(({ name }) => catalog.health(name)))
  const unwell = healths.filter(({ status }) => status !== 'ok')
  if (unwell.length === 0) return { ...item, state: 'ok' }
  const isDown = unwell.some(({ status }) => status === 'down')
  return { ...item, state: isDown ? 'fail' : 'warn', reason: plugins.unwell(unwell.length), fix: plugins.check }
}
