import type { AnyPlugin, InstanceMenuItem, MenuItem, PluginI18n, SettingsSection } from '@host/plugin'

/** A plugin's entries in the shells. */
export interface Announced {
  readonly menus: readonly MenuItem[]
  readonly instanceMenus: readonly InstanceMenuItem[]
  readonly i18n: PluginI18n
}

/** After the product's own settings of the workspace, the user and the instance. */
const [ofWorkspaceOrder, ofOthersOrder] = [935, 970]

/** The menus that a plugin announces itself, and one for each of its declared settings that has none. */
export function announcedBy(plugin: AnyPlugin): Announced {
  const { menus = [], instanceMenus = [], settings = {}, i18n = {}, info } = plugin
  const missing = (kind: keyof typeof settings): readonly SettingsSection[] => {
    const section = settings[kind]
    const known = kind === 'instance' ? instanceMenus : menus
    return section === undefined || known.some(({ id }) => id === section.id) ? [] : [section]
  }
  const [ofInstance, ofWorkspace, ofUser] = [missing('instance'), missing('workspace'), missing('user')]
  // Without a workspace there are no features, so only plugins that can't be switched off appear there.
  const own = info.core === true ? { personal: true } : {}
  return {
    menus: [
      ...menus,
      ...ofWorkspace.map((section) => ({
        ...menuOf(section, ofWorkspaceOrder),
        settings: 'features' as const,
        requiredRole: 'admin' as const,
      })),
      ...ofUser.map((section) => ({ ...menuOf(section), settings: 'features' as const, ...own })),
    ],
    instanceMenus: [...instanceMenus, ...ofInstance.map((section) => menuOf(section))],
    i18n: withMenuNames(i18n, [...ofInstance, ...ofWorkspace, ...ofUser]),
  }
}

function menuOf({ id, title, icon }: SettingsSection, order = ofOthersOrder): InstanceMenuItem {
  return { id, label: title, path: `/settings/${id}`, order, ...(icon !== undefined && { icon }) }
}

/** A page has the name of its settings. */
function withMenuNames(i18n: PluginI18n, sections: readonly SettingsSection[]): PluginI18n {
  if (sections.length === 0) return i18n
  const named = (texts: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => ({
    ...Object.fromEntries(
      sections.flatMap(({ id }) => {
        const title = texts[`settings.${id}`]
        return title === undefined ? [] : [[`menu.${id}`, title]]
      }),
    ),
    ...texts,
  })
  return { en: named(i18n.en), zh: named(i18n.zh) }
}
