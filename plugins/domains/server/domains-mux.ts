import type { Mux } from '@host/plugin'
import type { Tables } from './models.ts'

/** The mux of this plugin. */
export type DomainsMux = Mux<'domains', Tables, 'domains' | 'instance/domains'>
