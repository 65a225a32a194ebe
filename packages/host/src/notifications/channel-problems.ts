import type { NotificationChannel } from '@host/plugin'

/** Channels that a plugin offers. */
export interface OfferedChannels {
  readonly plugin: string
  readonly channels: readonly NotificationChannel[]
}

const wellFormedId = /^[a-z][a-z0-9-]{0,63}$/
/** The product itself uses this name. */
const mailId = 'mail'

/** Channels that can't be chosen or filled in, each problem as a sentence. */
export function channelProblems(offered: readonly OfferedChannels[]): readonly string[] {
  const all = offered.flatMap(({ plugin, channels }) => channels.map((channel) => ({ plugin, channel })))
  return all.flatMap(({ plugin, channel }, place) => {
    const who = `Plugin "${plugin}"`
    const first = all.findIndex((other) => other.channel.id === channel.id)
    return [
      ...(first === place
        ? []
        : [
            `${who} offers the channel "${channel.id}", which plugin "${all[first]?.plugin}" also offers; change one of the ids.`,
          ]),
      ...(isNamed(channel.id)
        ? []
        : [
            `${who} offers the channel "${channel.id}", whose id must be lowercase letters, digits, and hyphens, and not "${mailId}".`,
          ]),
      ...(isInBoth(channel.title)
        ? []
        : [`${who} has a title for its channel "${channel.id}" in one language only; add it in English and Chinese.`]),
      ...undeclaredSecrets(channel).map(
        (field) =>
          `${who} lists "${field}" as a secret of its channel "${channel.id}", which has no such text field; fix "secrets".`,
      ),
    ]
  })
}

function isNamed(id: string): boolean {
  return wellFormedId.test(id) && id !== mailId
}

function isInBoth(title: NotificationChannel['title']): boolean {
  return typeof title === 'object' && title.en !== '' && title.zh !== ''
}

function undeclaredSecrets({ fields, secrets }: NotificationChannel): readonly string[] {
  const { properties = {} } = fields as { readonly properties?: Readonly<Record<string, { readonly type?: unknown }>> }
  return secrets.filter((name) => properties[name]?.type !== 'string')
}
