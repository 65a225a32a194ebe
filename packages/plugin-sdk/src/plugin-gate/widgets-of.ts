import type { UIPlugin, UIWidget, WidgetSlot } from '../ui-plugin.ts'
import { unmetRequirement, type Reader } from './requirement.ts'
import type { ResolvedPages } from './resolve-pages.ts'

/** A widget and the plugin it is of. */
export interface PlacedWidget {
  readonly plugin: UIPlugin
  readonly widget: UIWidget
  /** Unique among the widgets of this build. */
  readonly key: string
}

/** Input of `widgetsOf`. */
export interface WidgetFacts {
  readonly slot: WidgetSlot
  readonly plugins: readonly UIPlugin[]
  readonly pages: ResolvedPages
  readonly reader: Reader
}

/**
 * The widgets of a slot, sorted. A plugin whose pages are all disabled has none. Widgets of a plugin without pages in
 * this shell are loaded, and removed when the server rejects their requests.
 */
export function widgetsOf({ slot, plugins, pages, reader }: WidgetFacts): readonly PlacedWidget[] {
  const isOff = (plugin: UIPlugin): boolean =>
    pages.switchedOff.some((page) => page.plugin === plugin) && !pages.shown.some((page) => page.plugin === plugin)
  const isConsole = slot.startsWith('instance.')
  return plugins
    .filter((plugin) => !isOff(plugin))
    .flatMap((plugin) =>
      (plugin.widgets ?? []).map((widget, index) => ({ plugin, widget, key: `${plugin.name} ${index}` })),
    )
    .filter(
      ({ plugin, widget }) =>
        widget.slot === slot && (isConsole || unmetRequirement([plugin, widget], reader) === undefined),
    )
    .toSorted(byOrder)
}

function byOrder(a: PlacedWidget, b: PlacedWidget): number {
  return (a.widget.order ?? 100) - (b.widget.order ?? 100) || (a.key < b.key ? -1 : 1)
}
