import { isIPv6 } from 'node:net'
import type { GeoPlace, GeoService } from '@host/plugin'
import { OutboundPolicy } from '@host/plugin/outbound-policy'
import type { CityResponse } from 'mmdb-lib'
import { canonicalAddress } from '../http/canonical-address.ts'
import type { GeoDatabase } from './geo-database.ts'

/** Policy that accepts public addresses only. */
const anybody = new OutboundPolicy()

/** The service `Geo`: entries of the operator's database, for public addresses only. It makes no network requests. */
export function geoService(database: Pick<GeoDatabase, 'get' | 'knowsIPv6'>): GeoService {
  return Object.freeze<GeoService>({
    async lookup(address) {
      const canonical = typeof address === 'string' ? canonicalAddress(address) : undefined
      if (canonical === undefined || anybody.admit(canonical, 443) === undefined) return undefined
      if (isIPv6(canonical) && !database.knowsIPv6) return undefined
      return placeOf(database.get(canonical) ?? {})
    },
  })
}

/** English names, since they are data and no wording: a plugin that shows them knows its reader. */
function placeOf({ country, subdivisions, city }: Partial<CityResponse>): GeoPlace | undefined {
  // Not every database has names, though its types say so.
  const [region, name] = [subdivisions?.[0]?.names?.en, city?.names?.en]
  const place = {
    ...(country?.iso_code && { country: country.iso_code }),
    ...(region && { region }),
    ...(name && { city: name }),
  }
  return Object.keys(place).length === 0 ? undefined : Object.freeze(place)
}
