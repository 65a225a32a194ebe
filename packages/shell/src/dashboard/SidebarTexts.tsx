import { Suspense, type ReactNode } from 'react'
import { useTranslation } from '@host/plugin-sdk'
import { Dictionaries } from '@host/plugin-sdk/shell'
import type { SidebarArea } from './sidebar-areas.ts'

export interface SidebarTextsProps {
  readonly areas: readonly SidebarArea<unknown>[]
  readonly children: ReactNode
}

/** Loads the dictionaries that name areas and groups, before their plugins' pages would. */
export function SidebarTexts({ areas, children }: SidebarTextsProps) {
  const { t } = useTranslation()
  const unnamed = areas
    .flatMap(({ groups }) => groups)
    .filter(({ textKeys: [first] }) => first !== undefined && t(first) === first)
  const namespaces = [
    ...areas.flatMap(({ area }) => area?.plugin ?? []),
    ...unnamed.flatMap(({ textKeys }) => textKeys.map((key) => key.slice(0, key.indexOf('.')))),
  ]
  return (
    <Suspense>
      <Dictionaries of={['shell', ...new Set(namespaces)]}>{children}</Dictionaries>
    </Suspense>
  )
}
