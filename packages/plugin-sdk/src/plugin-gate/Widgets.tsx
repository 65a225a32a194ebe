import { Suspense, type ReactNode } from 'react'
import { usePages } from '../hooks/usePages.ts'
import { usePlugins } from '../session/HostProvider.tsx'
import { useSession } from '../session/useSession.ts'
import type { WidgetSlot } from '../ui-plugin.ts'
import { GateBoundary } from './GateBoundary.tsx'
import { PluginPart } from './PluginPart.tsx'
import type { ShellScope } from './resolve-pages.ts'
import { widgetsOf, type PlacedWidget } from './widgets-of.ts'

/** Props of `Widgets`. */
export interface WidgetsProps {
  readonly slot: WidgetSlot
  /** The shell that they stand in; that of the slot when left out. */
  readonly scope?: ShellScope
  /** Wraps each widget, for example in a card of the page's grid; `key` identifies the widget. */
  readonly frame?: (widget: ReactNode, key: string) => ReactNode
  /** Shown while a widget's chunk is on its way; as high as the widget says that it will be. */
  readonly loading?: ReactNode
}

/**
 * The widgets that plugins add to a page. A widget that fails removes only itself.
 * @example <Widgets slot="overview.main" />
 * @since 1.0.0
 */
export function Widgets({ slot, scope = scopeOf(slot), frame = bare, loading }: WidgetsProps): ReactNode {
  const { role } = useSession()
  const plugins = usePlugins()
  const { pages } = usePages(scope)
  if (pages === undefined) return loading
  return widgetsOf({ slot, plugins, pages, reader: { role } }).map((placed) => (
    <GateBoundary key={placed.key} resetKey={placed.key} fallback={() => null}>
      <Suspense fallback={<KeptPlace of={placed}>{loading}</KeptPlace>}>
        <PlacedWidgetView placed={placed} frame={frame} />
      </Suspense>
    </GateBoundary>
  ))
}

function scopeOf(slot: WidgetSlot): ShellScope {
  return slot.startsWith('instance.') ? 'instance' : 'tenant'
}

type PlacedWidgetProps = { readonly placed: PlacedWidget } & Pick<Required<WidgetsProps>, 'frame'>

function PlacedWidgetView(props: PlacedWidgetProps): ReactNode {
  const { useShown } = props.placed.widget
  return useShown === undefined ? <ShownWidget {...props} /> : <AskedWidget {...props} useShown={useShown} />
}

function AskedWidget({
  useShown,
  ...props
}: PlacedWidgetProps & { readonly useShown: () => boolean | undefined }): ReactNode {
  // oxlint-disable-next-line react/hooks -- a widget is declared once, so its hook never changes
  const isShown = useShown()
  if (isShown === undefined) return <span hidden data-undecided />
  return isShown && <ShownWidget {...props} />
}

function ShownWidget({ placed, frame }: PlacedWidgetProps): ReactNode {
  const { plugin, widget, key } = placed
  return (
    <PluginPart plugin={plugin} Component={widget.Component}>
      {frame(<widget.Component />, key)}
    </PluginPart>
  )
}

function KeptPlace({ of: { widget }, children }: { readonly of: PlacedWidget; readonly children: ReactNode }) {
  return widget.height === undefined ? children : <div style={{ height: widget.height }}>{children}</div>
}

function bare(widget: ReactNode): ReactNode {
  return widget
}
