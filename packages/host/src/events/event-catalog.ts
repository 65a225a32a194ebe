import type { AnyPlugin, CatalogEvent, EventDefinition } from '@host/plugin'
import { isSwitchable, type RegisteredPlugin } from '../declared/plugin-entry.ts'
import { hostEventTexts } from './host-event-texts.ts'
import { hostEvents } from '../domain-changes/host-events.ts'

/** Publisher of the host's own events. */
export const hostPublisher = 'host'

/** An event, and the plugin that may publish it. */
export interface DeclaredEvent {
  readonly plugin: string
  readonly feature: string | undefined
  readonly definition: EventDefinition
  readonly texts: AnyPlugin['i18n']
}

/** Every event of a build by its name; preflight has seen to it that no two share one. */
export class EventCatalog {
  readonly #events: ReadonlyMap<string, DeclaredEvent>
  #entries: readonly CatalogEvent[] | undefined

  constructor(plugins: readonly RegisteredPlugin[]) {
    const declared = [...hostEvents.map(ofHost), ...plugins.flatMap(ofPlugin)]
    this.#events = new Map(declared.map((event) => [event.definition.name, event]))
  }

  get names(): readonly string[] {
    return [...this.#events.keys()]
  }

  get(name: string): DeclaredEvent | undefined {
    return this.#events.get(name)
  }

  /** For people and receivers, in the order of names. Made once, when it is first asked for. */
  entries(): readonly CatalogEvent[] {
    return (this.#entries ??= [...this.#events.values()]
      .map(entryOf)
      .toSorted((one, other) => (one.name < other.name ? -1 : 1)))
  }
}

function ofHost(definition: EventDefinition): DeclaredEvent {
  return { plugin: hostPublisher, feature: undefined, definition, texts: hostEventTexts }
}

function ofPlugin(registered: RegisteredPlugin): readonly DeclaredEvent[] {
  const { name, feature, plugin } = registered
  return (plugin.events ?? []).map((definition) => ({
    plugin: name,
    feature: isSwitchable(registered) ? feature : undefined,
    definition,
    texts: plugin.i18n,
  }))
}

function entryOf({ plugin, feature, definition, texts }: DeclaredEvent): CatalogEvent {
  const { name, description, example } = definition
  const translated = (language: 'en' | 'zh'): string => texts?.[language]?.[`event.${name}`] ?? description
  return Object.freeze({
    name,
    description: Object.freeze({ en: translated('en'), zh: translated('zh') }),
    plugin,
    feature,
    schema: definition.jsonSchema(),
    example,
  })
}
