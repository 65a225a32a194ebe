import * as z from 'zod/mini'
import { Notifications, Outbound, definePlugin, type PluginContext } from '@host/plugin'
import { newClient } from '@host/plugin/safehttp'
import { ChannelStore } from './channels/channel-store.ts'
import { handleSending } from './channels/handle-sending.ts'
import { mountChannels } from './channels/mount-channels.ts'
import { slack } from './channels/slack.ts'
import { telegram, telegramApi } from './channels/telegram.ts'
import { webhook } from './channels/webhook.ts'
import { forgetMember, forgetPerson } from './forget-person.ts'
import { i18n } from './i18n.ts'
import { badges } from './inbox/badges.ts'
import { handleSweep } from './inbox/handle-sweep.ts'
import { mountInbox } from './inbox/mount-inbox.ts'
import { handleEmails } from './emails/handle-emails.ts'
import { mountEmails } from './emails/mount-emails.ts'
import { OutgoingNotifications } from './emails/outgoing-notifications.ts'
import { menus } from './menus.ts'
import { models, type Tables } from './models.ts'
import { Categories } from './preferences/categories.ts'
import { mountPreferences } from './preferences/mount-preferences.ts'
import { PeopleStore } from './preferences/people-store.ts'
import { handleSettling } from './delivery/handle-settling.ts'
import { handleTelling } from './delivery/handle-delivery.ts'
import { notificationsService } from './delivery/notifications-service.ts'
import { handleWorkspaceChannels } from './workspace-channels/handle-workspace-channels.ts'
import { mountWorkspaceChannels } from './workspace-channels/mount-workspace-channels.ts'
import { WorkspaceChannelStore } from './workspace-channels/workspace-channel-store.ts'

z.config(z.locales.en())

const sendTime = 15_000
const largestAnswer = 64 * 1024

/** External systems that a test replaces. */
export interface NotificationsOptions {
  /** Where Telegram's Bot API is. */
  readonly telegramApi?: string
}

/** Makes the plugin. */
export function notificationsPlugin({ telegramApi: api = telegramApi }: NotificationsOptions = {}) {
  return definePlugin({
    name: 'notifications',
    info: {
      title: 'Notifications',
      description: 'Notify people in the inbox, by email and in channels',
      icon: 'bell',
      category: 'Workspace',
      core: true,
      api: '^1',
    },
    models,
    i18n,
    menus,
    notifications: [{ id: 'channels', title: 'Channel failures', byMail: true }],
    topLevelApi: ['notifications'],
    helpDocsFS: './docs',
    notificationChannels: (ctx) => {
      const http = newClient(sendTime, {
        outbound: ctx.lookup(Outbound),
        maxBytes: largestAnswer,
        followsRedirects: false,
      })
      return [telegram(http, api), slack(http), webhook(ctx)].filter((channel) => channel !== undefined)
    },
    badges,
    memberRemoved: forgetMember,
    accountDeleted: forgetPerson,
    mount(mux, ctx: PluginContext<Tables>) {
      const [categories, people, channels] = [new Categories(ctx), new PeopleStore(ctx), new ChannelStore(ctx)]
      const outgoing = new OutgoingNotifications(ctx, people)
      ctx.provide(Notifications, notificationsService(ctx, categories))
      mountInbox(mux, ctx, { categories, people })
      mountPreferences(mux, ctx, { categories, people, channels })
      mountChannels(mux, ctx, channels)
      handleTelling(ctx, categories)
      handleSettling(ctx)
      mountEmails(mux, ctx, categories)
      handleEmails(ctx, { categories, people, outgoing })
      handleSending(ctx, { channels, outgoing })
      const workspaceChannels = { categories, store: new WorkspaceChannelStore(ctx) }
      mountWorkspaceChannels(mux, ctx, workspaceChannels)
      handleWorkspaceChannels(ctx, workspaceChannels)
      handleSweep(ctx)
    },
  })
}

export const plugin = notificationsPlugin()
