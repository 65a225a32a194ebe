import type { ComponentType, LazyExoticComponent } from 'react'
import type { Role } from '@host/plugin/wire'
import type { AskAhead } from './query/asked-queries.ts'

/** A page or widget: a `React.lazy` component, best made with `lazyPage`, so that it is a chunk of its own. */
export type PageComponent = LazyExoticComponent<ComponentType> & {
  readonly preload?: (ahead?: AskAhead) => Promise<void>
}

/** Role and tier required by a plugin, a page or a widget. Advisory: the server decides (spec §2, §5.5). */
export interface UIRequirement {
  /** Below this role the page shows the next step instead of its content. */
  readonly requiredRole?: Role
  /** Without this tier the page shows the locked view. */
  readonly requiredTier?: string
}

/** A page. */
export interface UIRoute extends UIRequirement {
  /** Relative to the shell and equal to the server's menu path: `/notes`, `/notes/:id`. */
  readonly path: `/${string}`
  readonly Component: PageComponent
}

/** A page without sign-in. */
export interface UIPublicPage {
  /** Written out, and equal to the path of its `definePublicPage`: `/p/notes/{slug}`. */
  readonly path: `/p/${string}`
  /** Reads its data with `usePublicPage`. */
  readonly Component: PageComponent
}

/** A group of the sidebar inside an area; a menu's `category` is the group's `label`. */
export interface UIAreaGroup {
  readonly id: string
  /** English; `group.<id>` in the plugin's dictionary translates it. */
  readonly label: string
}

/** A top-level area of the workspace dashboard; a menu's `category` may be the area's `id`, never its `title`. */
export interface UIArea {
  readonly id: string
  /** English; `area.<id>` in the plugin's dictionary translates it. */
  readonly title: string
  /** A lucide icon's name. */
  readonly icon: string
  /** Sorted by `order`, then `id`; 100 when left out. */
  readonly order?: number
  readonly groups: readonly UIAreaGroup[]
}

/**
 * Where a widget may stand. `frame.bar` is the top bar of both shells, for a button of the reader's own;
 * `instance.notices` is above every page of the console, for a state that an instance admin must know of.
 */
export const widgetSlots = [
  'overview.summary',
  'overview.main',
  'overview.aside',
  'instance.home',
  'instance.notices',
  'frame.bar',
] as const

/** A place of a page that other plugins fill. */
export type WidgetSlot = (typeof widgetSlots)[number]

/** A part of another plugin's or the shell's page. A widget that fails removes only itself. */
export interface UIWidget extends UIRequirement {
  readonly slot: WidgetSlot
  readonly Component: PageComponent
  /** Sorted by `order`, then the plugin's name; 100 when left out. */
  readonly order?: number
  /** About how high it is, in CSS pixels: its place is kept while it is on its way. */
  readonly height?: number
  /**
   * A hook that tells whether the widget shows. Its chunk and the plugin's texts are loaded only then.
   * @since 1.1.0
   */
  readonly useShown?: () => boolean | undefined
}

/** An entry of the command palette that opens a page. */
export interface UIAction extends UIRequirement {
  readonly id: string
  /** English; `action.<id>` in the plugin's dictionary translates it. */
  readonly label: string
  /** A lucide icon's name. */
  readonly icon?: string
  /** Relative to the workspace shell. */
  readonly path: `/${string}`
  /** Keys as they are pressed, such as `g n`. */
  readonly shortcut?: string
  /**
   * The page opens with a form for a new record: the action is in the Create menu too.
   * @since 1.1.0
   */
  readonly creates?: boolean
}

/** Texts by key; keys nest. */
export interface Dictionary {
  readonly [key: string]: string | Dictionary
}

/** A dictionary, or `() => import('./en.json')` so that it is a chunk of its own. */
export type DictionarySource = Dictionary | (() => Promise<Dictionary | { readonly default: Dictionary }>)

/** A plugin's web half (spec §2, "UIPlugin"). It has no menus: the server alone announces pages. */
export interface UIPlugin extends UIRequirement {
  /** Equal to the server half's name, and the namespace of its texts: `t('<name>.key')`. */
  readonly name: string
  /** Pages of the workspace dashboard. */
  readonly routes?: readonly UIRoute[]
  /** Pages of the instance console; no path of `routes` may be among them. */
  readonly instanceRoutes?: readonly UIRoute[]
  /** Pages without sign-in; they see neither a session nor another plugin. */
  readonly publicPages?: readonly UIPublicPage[]
  readonly areas?: readonly UIArea[]
  readonly widgets?: readonly UIWidget[]
  readonly actions?: readonly UIAction[]
  /** Both languages, with the same keys. */
  readonly i18n?: { readonly en: DictionarySource; readonly zh: DictionarySource }
  /** Shown on a 402 in place of `LockedFeature`. */
  readonly lockedFallback?: ComponentType
}

type Exact<Definition> = { readonly [Key in Exclude<keyof Definition, keyof UIPlugin>]: never }

/**
 * Declares a plugin's web half. An unknown or mistyped member does not compile, wherever the object was made.
 * @example
 * export const plugin = defineUIPlugin({
 *   name: 'notes',
 *   routes: [{ path: '/notes', Component: lazyPage(() => import('./NotesPage.tsx')) }],
 *   i18n: { en: () => import('./en.json'), zh: () => import('./zh.json') },
 * })
 * @since 1.0.0
 */
export function defineUIPlugin<Definition>(definition: UIPlugin & Definition & Exact<Definition>): UIPlugin {
  return definition
}
