import type { Role } from './roles.ts'

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
}
