import { createContext, useContext, type ReactNode } from 'react'
import { iconData } from './icon-data.generated.ts'
import type { IconNode, IconSet } from './icon-set.ts'

const IconContext = createContext<IconSet>({})

/** Adds the icons that the plugins of this build name to those that the SDK brings. */
export function IconProvider({ icons, children }: { readonly icons: IconSet; readonly children: ReactNode }) {
  return <IconContext value={icons}>{children}</IconContext>
}

/** The drawing of an icon; undefined when the name isn't compiled in. */
export function useIconNodes(name: string): readonly IconNode[] | undefined {
  const added = useContext(IconContext)
  return iconData[name] ?? added[name]
}

/** Drawn in place of an unknown icon. */
export const unknownIcon: readonly IconNode[] = iconData['puzzle'] ?? []
