import type { Mux } from '@host/plugin'

/** The mux of this plugin. */
export type SsoMux = Mux<'sso', object, 'sso' | 'instance/providers'>
