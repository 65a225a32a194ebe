import type { Mux } from '@host/plugin'

/** The mux of this plugin. */
export type AccountMux = Mux<'account', object, 'auth'>
