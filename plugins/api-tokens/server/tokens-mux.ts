import type { Mux } from '@host/plugin'

/** The mux of this plugin. */
export type TokensMux = Mux<'api-tokens', object, 'tokens' | 'instance/tokens'>
