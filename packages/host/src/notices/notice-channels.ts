/**
 * The notification channels that the plugins of a host offer, read once when every plugin is mounted. Each sends in the
 * execution context of its plugin, so that its errors are attributed to it.
 */
import type { NoticeChannel, NoticeChannelsService } from '@host/plugin'
import type { HostParts } from '../context/host-parts.ts'
import type { PluginMount } from '../context/plugin-mount.ts'
import { channelProblems } from './channel-problems.ts'

const none: readonly NoticeChannel[] = Object.freeze([])

export class NoticeChannelList implements NoticeChannelsService {
  readonly #publicUrl: URL | undefined
  #channels = none

  constructor(publicUrl: URL | undefined) {
    this.#publicUrl = publicUrl
  }

  list(): readonly NoticeChannel[] {
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

function offeredBy({ registered, context }: PluginMount, { frames, faults }: HostParts): readonly NoticeChannel[] {
  const { name, plugin } = registered
  if (plugin.noticeChannels === undefined) return none
  try {
    const channels = frames.enter(name, () => plugin.noticeChannels?.(context) ?? none)
    return channels.map((channel) =>
      Object.freeze<NoticeChannel>({
        ...channel,
        send: (...given) => frames.enter(name, async () => await channel.send(...given)),
      }),
    )
  } catch (error) {
    faults.report({ plugin: name, kind: 'hook', error })
    return none
  }
}
