import { Features, PluginCatalog, type NotificationCategory, type PluginContext, type PluginFacts } from '@host/plugin'
import type { BothLanguages } from '../models.ts'

/** A kind of notification of this build. */
export interface KnownCategory extends Pick<NotificationCategory, 'byMail' | 'isUrgent'> {
  /** `plugin.category` */
  readonly key: string
  readonly title: BothLanguages
  readonly pluginTitle: BothLanguages
  /** The feature that disables it; undefined if it can't be disabled. */
  readonly feature: string | undefined
}

/** The kinds of notifications of all plugins, read once they are mounted. */
export class Categories {
  readonly #ctx: Pick<PluginContext, 'lookup'>
  #all: ReadonlyMap<string, KnownCategory> | undefined

  constructor(ctx: Pick<PluginContext, 'lookup'>) {
    this.#ctx = ctx
  }

  list(): readonly KnownCategory[] {
    return [...this.#known.values()]
  }

  find(key: string): KnownCategory | undefined {
    return this.#known.get(key)
  }

  /** The key of a plugin's category, its first one when none is named. @throws TypeError for one that it has not */
  keyOf(plugin: string, category: string | undefined): string {
    const own = this.list().filter(({ key }) => key.startsWith(`${plugin}.`))
    const found = category === undefined ? own[0] : own.find(({ key }) => key === `${plugin}.${category}`)
    if (found !== undefined) return found.key
    throw new TypeError(
      category === undefined
        ? `The plugin "${plugin}" sends notifications but declares no category. Add one to "notifications".`
        : `The plugin "${plugin}" has no notification category "${category}". Add it to "notifications".`,
    )
  }

  get #known(): ReadonlyMap<string, KnownCategory> {
    const plugins = (): readonly PluginFacts[] => this.#ctx.lookup(PluginCatalog)?.list() ?? []
    return (this.#all ??= new Map(
      plugins()
        .flatMap(categoriesOf)
        .map((category) => [category.key, category]),
    ))
  }
}

/** Whether the feature of a category is on in a workspace. */
export async function isEnabled(
  ctx: Pick<PluginContext, 'lookup'>,
  orgId: string,
  { feature }: Pick<KnownCategory, 'feature'>,
): Promise<boolean> {
  return feature === undefined || (await ctx.lookup(Features)?.isEnabled(orgId, feature)) === true
}

function categoriesOf({ name, notifications, i18n, info, feature }: PluginFacts): readonly KnownCategory[] {
  const both = (key: string, english: string): BothLanguages => ({
    en: textIn(i18n.en, key) ?? english,
    zh: textIn(i18n.zh, key) ?? english,
  })
  return notifications.map(({ id, title, byMail, isUrgent }) =>
    Object.freeze({
      key: `${name}.${id}`,
      title: both(`notification.${id}`, title),
      pluginTitle: both('info.title', info.title),
      feature: info.core === true ? undefined : feature,
      ...(byMail !== undefined && { byMail }),
      ...(isUrgent !== undefined && { isUrgent }),
    }),
  )
}

function textIn(dictionary: Readonly<Partial<Record<string, string>>> | undefined, key: string): string | undefined {
  return dictionary?.[key]
}
