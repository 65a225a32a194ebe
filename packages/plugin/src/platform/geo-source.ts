import { serviceToken } from '../service.ts'

/** The operator's database of places. */
export interface GeoSourceFile {
  /** A MaxMind file of countries or cities. */
  readonly path: string
}

/**
 * The database that maps addresses to places, for the plugin that reads it; nothing provides it unless
 * `HOST_GEO_DATABASE` is set. In-tree only.
 *
 * Audience: platform.
 */
export const GeoSource = serviceToken<GeoSourceFile>('core.geo-source')
