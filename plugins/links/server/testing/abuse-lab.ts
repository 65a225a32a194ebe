import type { TestContext } from 'node:test'
import {
  definePlugin,
  Events,
  Notifications,
  requireService,
  type EventsService,
  type Notification,
} from '@host/plugin'
import { linkJudge, type LinkVerdict } from '../abuse/judge.ts'
import { createLink, readLink, type Link } from '../../shared.ts'
import { formOf, openLinksLab, type LinksLab, type Visit } from './links-lab.ts'

/** A laboratory with a judge and an inbox. */
export interface AbuseLab extends LinksLab {
  readonly link: Link
  readonly notifications: Notification[]
  /** What the judge says of a URL; it allows others. */
  readonly verdicts: Map<string, LinkVerdict | 'fails' | 'waits'>
  /** URLs that the judge was asked about. */
  readonly asked: string[]
  report(fields?: Readonly<Record<string, string>>, headers?: Readonly<Record<string, string>>): Promise<Visit>
  stateOf(id: string): Promise<string>
  /** The names of the events of the workspace. */
  eventNames(): Promise<readonly string[]>
  /** Stores rules of any form, as an imported workspace may have them. */
  forceRules(id: string, rules: unknown): Promise<void>
  /** Lets the scheduled jobs run. */
  pass(minutes: number): Promise<void>
}

export const harmful = 'https://evil.example/login'

/** Opens a laboratory with a link to `harmful`. */
export async function openAbuseLab(
  context: TestContext,
  environment: Readonly<Record<string, string>> = {},
): Promise<AbuseLab> {
  const notifications: Notification[] = []
  const verdicts: AbuseLab['verdicts'] = new Map()
  const asked: string[] = []
  let events: EventsService | undefined
  const judge = definePlugin({
    name: 'judge',
    info: { title: 'Judge', description: 'Judges targets', icon: 'scale', category: 'Links', api: '^1' },
    models: [],
    mount(_mux, ctx) {
      events = requireService(ctx, Events)
      ctx.provide(Notifications, {
        async notify(_plugin, notification) {
          if ('title' in notification) notifications.push(notification)
        },
      })
      ctx.provide(linkJudge('test'), {
        async judge({ url }) {
          asked.push(url)
          const verdict = verdicts.get(url) ?? { isAllowed: true }
          if (verdict === 'waits') return await new Promise(() => undefined)
          if (verdict === 'fails') throw new Error('The list is not available.')
          return verdict
        },
      })
    },
  })
  const lab = await openLinksLab(context, { HOST_TRUST_PROXY: '127.0.0.1', ...environment }, [judge])
  const { host, visit } = lab
  const member = host.as('member')
  const link = await member.call(createLink, { url: harmful, slug: 'bait' })
  const { host: name, pathname } = new URL(link.shortUrl)
  return Object.freeze<AbuseLab>({
    ...lab,
    link,
    notifications,
    verdicts,
    asked,
    report: (fields = {}, headers = {}) =>
      visit(
        `http://${name}/.report${pathname}`,
        formOf({ reason: 'phishing', text: 'It asks for my password.', email: '', ...fields }, headers),
      ),
    stateOf: async (id) => (await host.as('member').call(readLink, { id })).state,
    async eventNames() {
      const page = await events?.read(host.workspaces.here, { limit: 200 })
      return (page?.items ?? []).map((event) => event.name)
    },
    forceRules: (id, rules) => storeRules(lab, id, rules),
    async pass(minutes) {
      host.clock.advance({ minutes })
      await host.settleJobs()
    },
  })
}

async function storeRules({ host, context }: LinksLab, id: string, rules: unknown): Promise<void> {
  const db = context().db.inWorkspace(host.workspaces.here, 'store rules of another form in a test')
  await db
    .updateTable('links_links')
    .set({ rules: rules as never })
    .where('id', '=', id)
    .execute()
}
