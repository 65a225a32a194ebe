/** Written by the build: the composed web halves, and the drawings of the icons that all plugins name. */
declare module 'virtual:host-plugins' {
  import type { UIPlugin } from '@host/plugin-sdk'
  import type { IconSet } from '@host/plugin-sdk/shell'

  export const plugins: readonly UIPlugin[]
  export const icons: IconSet
}

declare module '*.css'
