/** Written by the build: the composed web halves, and the drawings of the icons that all plugins name. */
declare module 'virtual:host-plugins' {
  import type { UIPlugin } from '@host/plugin-sdk'
  import type { IconSet } from '@host/plugin-sdk/shell'

  export const plugins: readonly UIPlugin[]
  export const icons: IconSet
}

/** Written by the build: the public pages of all plugins, without the plugins. */
declare module 'virtual:host-public-pages' {
  import type { ComponentType } from 'react'
  import type { Dictionary } from '@host/plugin-sdk'
  import type { IconSet } from '@host/plugin-sdk/shell'

  type Texts = () => Promise<{ readonly default: Dictionary }>

  export const pages: Readonly<Record<string, () => Promise<{ readonly default: ComponentType }>>>
  export const texts: Readonly<Record<string, { readonly en: Texts; readonly zh: Texts }>>
  export const icons: IconSet
}

declare module '*.css'
