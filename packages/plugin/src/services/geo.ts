import { serviceToken } from '../service.ts'

/** Where an address is, as far as the database of the operator knows; names are English. */
export interface GeoPlace {
  /** ISO 3166-1 alpha-2, such as `DE`. */
  readonly country?: string
  readonly region?: string
  readonly city?: string
}

/** Where addresses are; the token is there only when the operator has given a database. */
export interface GeoService {
  /** @returns undefined for an address that is unknown, private or none */
  lookup(address: string): Promise<GeoPlace | undefined>
}

/**
 * Where public addresses are.
 *
 * Audience: authors.
 */
export const Geo = serviceToken<GeoService>('core.geo')
