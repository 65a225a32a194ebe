import * as z from 'zod/mini'
import { ParsePool } from '@host/email'
import {
  Blobs,
  Cache,
  Clock,
  definePlugin,
  Events,
  Exports,
  Features,
  Jobs,
  Live,
  Mail,
  type PluginContext,
  RateLimit,
  requireService,
  Settings,
} from '@host/plugin'
import { Edge, Resolvers, SmtpInbound, Threads } from '@host/plugin/platform'
import { badges } from './badges.ts'
import { checklist } from './checklist.ts'
import { handleDrafts } from './compose/finish-draft.ts'
import { mountCompose } from './compose/mount-compose.ts'
import { writingSettings } from './compose/writing-settings.ts'
import { handleBounceRetention } from './bounces/retention.ts'
import { mountEmails } from './emails/mount-emails.ts'
import { events } from './events.ts'
import { handleDeliveries } from './handlers/deliver-job.ts'
import { MailHandlers } from './handlers/mail-handlers.ts'
import { mailService } from './handlers/mail-service.ts'
import { mountReplays } from './handlers/mount-replays.ts'
import { mountForwards } from './forwarding/mount-forwards.ts'
import { i18n } from './i18n.ts'
import { mountImages } from './images/mount-images.ts'
import { handleLabelJobs } from './labels/label-jobs.ts'
import { handleMarking } from './labels/mark-all-read.ts'
import { mountLabels } from './labels/mount-labels.ts'
import { mountInbound } from './inbound/mount-inbound.ts'
import { forgetMember } from './mailboxes/members.ts'
import { mailboxesQuota } from './mailboxes/mailboxes-quota.ts'
import { mountMailboxes } from './mailboxes/mount-mailboxes.ts'
import { accessNotifications } from './mailboxes/notify-members.ts'
import { actions, instanceMenus, menus } from './menus.ts'
import { MailMetrics } from './metrics/mail-metrics.ts'
import { models, type Tables } from './models.ts'
import type { Parts } from './parts.ts'
import { handleSending } from './queue/handle-sending.ts'
import { mountOutgoing } from './queue/mount-outgoing.ts'
import { handleDelays, sendingNotifications } from './queue/notify-sender.ts'
import { Pace } from './queue/pace.ts'
import { mountProviders } from './provider-webhooks/mount-providers.ts'
import { mountReports } from './reports/mount-reports.ts'
import { handleSendingRetention } from './queue/sending-retention.ts'
import { mailboxesTogether } from './receive/find-mailboxes.ts'
import { GroupCommits } from './receive/group-commits.ts'
import { storeMessages } from './receive/store-messages.ts'
import { mountRules } from './rules/mount-rules.ts'
import { handleRuleJobs } from './rules/rule-job.ts'
import { handleRetention } from './retention/empty-mailbox.ts'
import { handleSampleBytes } from './sample/sample-bytes.ts'
import { addSampleMail, removeSampleMail } from './sample/sample-mail.ts'
import { search } from './search.ts'
import { mountSenders } from './senders/mount-senders.ts'
import { handleResumedSenders } from './senders/resume-senders.ts'
import { senderNotifications } from './senders/sender-events.ts'
import { dnsLookup } from './smtp/dns-lookup.ts'
import { mailResolver } from './smtp/mail-resolver.ts'
import { smtpReceiver } from './smtp/smtp-receiver.ts'
import { MailStorage } from './storage/mail-storage.ts'
import { mountStorage } from './storage/mount-storage.ts'
import { mountSignatures } from './signatures/mount-signatures.ts'
import { mountSystemEmails } from './system-emails/mount-system-emails.ts'
import { mountTemplates } from './templates/mount-templates.ts'
import { mountSuppressions } from './suppressions/mount-suppressions.ts'
import { mountTransports } from './transports/mount-transports.ts'

z.config(z.locales.en())

/** By the context of their plugin, which may be mounted several times in one process. */
const pools = new WeakMap<PluginContext<Tables>, ParsePool>()

export const plugin = definePlugin({
  name: 'mail',
  info: {
    title: 'Mail',
    description: 'Mailboxes on your own domains',
    icon: 'mail',
    category: 'Mail',
    api: '^1',
  },
  models,
  i18n,
  menus,
  instanceMenus,
  actions,
  events,
  settings: { user: writingSettings },
  plan: { quotas: [mailboxesQuota] },
  notifications: [...sendingNotifications, ...senderNotifications, ...accessNotifications],
  topLevelApi: ['emails'],
  helpDocsFS: './docs',
  mount(mux, ctx) {
    const parts = openParts(ctx)
    ctx.provide(Mail, mailService(parts))
    mountMailboxes(mux, parts)
    mountEmails(mux, parts)
    mountImages(mux, parts)
    mountLabels(mux, parts)
    mountRules(mux, parts)
    mountForwards(mux, parts)
    mountInbound(mux, parts)
    mountStorage(mux, parts)
    mountCompose(mux, parts)
    mountSignatures(mux)
    mountTemplates(mux, parts)
    mountSystemEmails(mux, parts)
    mountReplays(mux, parts)
    mountSenders(mux, parts)
    mountSuppressions(mux, parts)
    mountReports(mux, parts)
    mountProviders(mux, parts)
    handleBounceRetention(parts)
    handleDeliveries(parts)
    handleResumedSenders(parts)
    handleRetention(parts)
    ctx.lookup(SmtpInbound)?.receive(smtpReceiver(parts))
    mountOutgoing(mux, parts)
    mountTransports(mux, parts)
    handleSending(parts)
    handleDelays(parts)
    handleDrafts(parts)
    handleLabelJobs(parts)
    handleMarking(parts)
    handleSendingRetention(parts)
    handleRuleJobs(parts)
    handleSampleBytes(parts)
  },
  stop: async (ctx) => {
    await pools.get(ctx)?.[Symbol.asyncDispose]()
  },
  search,
  badges,
  checklist,
  sampleData: { add: addSampleMail, remove: removeSampleMail },
  memberRemoved: forgetMember,
})

function openParts(ctx: PluginContext<Tables>): Parts {
  const threads = requireService(ctx, Threads)
  const pool = new ParsePool({ start: (file, options) => threads.start(file, options) })
  pools.set(ctx, pool)
  const lookup = dnsLookup(ctx.lookup(Resolvers))
  const edge = requireService(ctx, Edge)
  const features = requireService(ctx, Features)
  const blobs = requireService(ctx, Blobs)
  const parts: Parts = Object.freeze<Parts>({
    ctx,
    pool,
    handlers: new MailHandlers(),
    mailboxes: mailboxesTogether({ ctx, edge, features }),
    commits: new GroupCommits(ctx, async (tx, messages) => await storeMessages(parts, tx, messages)),
    lookup,
    resolver: mailResolver(lookup),
    metrics: new MailMetrics(ctx),
    openKeys: new Map(),
    pace: new Pace(),
    blobs,
    cache: requireService(ctx, Cache),
    edge,
    events: requireService(ctx, Events),
    exports: requireService(ctx, Exports),
    features,
    jobs: requireService(ctx, Jobs),
    live: requireService(ctx, Live),
    rateLimit: requireService(ctx, RateLimit),
    settings: requireService(ctx, Settings),
    storage: new MailStorage({ ctx, blobs, clock: requireService(ctx, Clock).now }),
    threads,
    clock: requireService(ctx, Clock).now,
  })
  return parts
}
