import type { Role } from './roles.ts'

/** The groups of the settings of a workspace shell, in order. */
export const settingsGroups = ['workspace', 'account', 'developers', 'features'] as const

/**
 * A group of the settings. `features` lists its entries under the name of their feature.
 * @since 1.1.0
 */
export type SettingsGroup = (typeof settingsGroups)[number]

/**
 * An entry of the instance console's rail (spec §1 "Scopes", §2 "MenuItem").
 * The rail is flat and its only gate is the instance admin.
 */
export interface InstanceMenuItem {
  /** Stable id; `menu.<id>` in the plugin's `i18n` translates the label. */
  readonly id: string
  /** English label. */
  readonly label: string
  /** Relative to the shell, equal to the web half's route: `/notes` is `/admin/notes`. */
  readonly path: string
  /** A lucide icon's name. */
  readonly icon?: string
  /** Sorted by `order`, then `id`; 100 when left out. */
  readonly order?: number
}

/** An entry of the workspace sidebar. */
export interface MenuItem extends InstanceMenuItem {
  /** The untranslated label of a sidebar group, or the id of an area; an unknown one makes a group. */
  readonly category?: string
  /**
   * Moves the entry from the sidebar to a group of the settings, whatever its path and category. Entries below
   * `/settings/` are always there: in `features` when left out.
   * @since 1.1.0
   */
  readonly settings?: SettingsGroup
  /** Hides the entry below this role. Advisory: the route enforces. */
  readonly requiredRole?: Role
  /** The page is the reader's own and shows without a workspace too. Only a core plugin has such pages. */
  readonly personal?: boolean
}

/** An entry of the command palette. */
export interface ActionItem {
  readonly id: string
  readonly label: string
  readonly icon?: string
  /** The page that the action opens, relative to the workspace shell. */
  readonly path: string
  readonly requiredRole?: Role
  /**
   * The page opens with a form for a new record: the action is in the Create menu too.
   * @since 1.1.0
   */
  readonly creates?: boolean
}
