/**
 * The ways to reach people that the plugins of a host offer, asked once when every plugin is mounted. Each sends in the
 * frame of its plugin, so that what goes wrong there is known to be its own.
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

  /** Asks every plugin. One that throws has none, and a fault. @returns what is wrong with what they offer */
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
