/**
 * The notification channels that the plugins of a host offer, read once when every plugin is mounted. Each sends in the
 * execution context of its plugin, so that its errors are attributed to it.
 */
import type { NotificationChannel } from '@host/plugin'
import type { NotificationChannelsService } from '@host/plugin/platform'
import type { HostParts } from '../plugins/host-parts.ts'
import type { PluginMount } from '../plugins/plugin-mount.ts'
import { channelProblems } from './channel-problems.ts'

const none: readonly NotificationChannel[] = Object.freeze([])

export class NotificationChannelList implements NotificationChannelsService {
  readonly #publicUrl: URL | undefined
  #channels = none

  constructor(publicUrl: URL | undefined) {
    this.#publicUrl = publicUrl
  }

  list(): readonly NotificationChannel[] {
    return this.#channels
  }

  addressOf(path: string): string | undefined {
    return this.#publicUrl === undefined ? undefined : new URL(path, this.#publicUrl).href
  }

  /**
   * Reads the channels of every plugin. A plugin that throws gets none, and an error report. @returns problems of the
   * offered channels
   */
  ask(mounts: readonly PluginMount[], parts: HostParts): readonly string[] {
    const offered = mounts.map((mount) => ({ plugin: mount.registered.name, channels: offeredBy(mount, parts) }))
    this.#channels = Object.freeze(offered.flatMap(({ channels }) => channels))
    return channelProblems(offered)
  }
}

function offeredBy(
  { registered, context }: PluginMount,
  { contexts, faults }: HostParts,
): readonly NotificationChannel[] {
  const { name, plugin } = registered
  if (plugin.notificationChannels === undefined) return none
  try {
    const channels = contexts.enter(name, () => plugin.notificationChannels?.(context) ?? none)
    return channels.map((channel) =>
      Object.freeze<NotificationChannel>({
        ...channel,
        send: (...given) => contexts.enter(name, async () => await channel.send(...given)),
      }),
    )
  } catch (error) {
    faults.report({ plugin: name, kind: 'hook', error })
    return none
  }
}
