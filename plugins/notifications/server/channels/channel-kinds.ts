import type { Language, NotificationChannel, PluginContext } from '@host/plugin'
import { NotificationChannels, settingsMask } from '@host/plugin/platform'
import { wordingIn } from '@host/plugin/platform'
import type { ChannelEntry, ChannelKind } from '../../shared/channels.ts'
import { textIfAny } from '../i18n.ts'
import { textFields } from './check-fields.ts'
import type { ChannelHealth } from './channel-state.ts'
import type { ChannelFields } from './channel-store.ts'

/** The kinds of channels of this build. */
export function channelKinds(ctx: Pick<PluginContext, 'lookup'>): readonly NotificationChannel[] {
  return ctx.lookup(NotificationChannels)?.list() ?? []
}

/** A kind as its form is made of it: the fields of those that come with the product have words in both languages. */
export function shownKind({ id, title, icon, fields, secrets }: NotificationChannel, language: Language): ChannelKind {
  const properties = Object.entries(textFields(fields)).map(([name, field]) => {
    const [label, hint] = [textIfAny(`field.${id}.${name}`, language), textIfAny(`hint.${id}.${name}`, language)]
    return [
      name,
      { ...field, ...(label !== undefined && { title: label }), ...(hint !== undefined && { description: hint }) },
    ]
  })
  const shown = { ...fields, properties: Object.fromEntries(properties) as object }
  return { id, title: wordingIn(title, language), icon, fields: shown, secrets: [...secrets] }
}

interface Row extends ChannelHealth {
  readonly id: string
  readonly kind: string
  readonly name: string
  readonly created_at: string
}

/** A channel without its secrets. A channel of a kind that the build no longer has shows no fields. */
export function shownChannel(
  { id, kind, name, state, error, created_at: createdAt }: Row,
  known: {
    readonly fields: ChannelFields
    readonly kind: NotificationChannel | undefined
    readonly language: Language
  },
): ChannelEntry {
  return {
    id,
    kind,
    name,
    fields: known.kind === undefined ? {} : maskedFields(known.kind, known.fields),
    state,
    error: error?.[known.language] ?? null,
    createdAt,
  }
}

function maskedFields({ fields: schema, secrets }: NotificationChannel, fields: ChannelFields): Record<string, string> {
  const shown = Object.entries(textFields(schema)).filter(([, { readOnly }]) => readOnly !== true)
  return Object.fromEntries(
    shown.map(([name]) => {
      const value = fields[name] ?? ''
      return [name, secrets.includes(name) && value !== '' ? settingsMask : value]
    }),
  )
}
