import { use, type ReactNode } from 'react'
import { useTexts } from '../i18n/TextsProvider.tsx'
import type { PageComponent, UIPlugin } from '../ui-plugin.ts'

/** Props of `PluginPart`. */
export interface PluginPartProps {
  readonly plugin: Pick<UIPlugin, 'name'>
  /** The component that the children render; it is preloaded. */
  readonly Component: PageComponent
  readonly children: ReactNode
}

/**
 * Shows a page or widget with its plugin's texts; suspends until they have arrived. Its chunk is asked for beside the
 * texts: one after the other would take a round trip more.
 */
export function PluginPart({ plugin, Component, children }: PluginPartProps): ReactNode {
  const texts = useTexts()
  void Component.preload?.()
  use(texts.load([plugin.name]))
  return children
}
