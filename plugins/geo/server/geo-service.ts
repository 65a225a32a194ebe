import type { GeoPlace, GeoService } from '@host/plugin'
import { publicAddress } from '@host/plugin/platform'
import type { CityResponse } from 'mmdb-lib'
import type { GeoDatabase } from './geo-database.ts'

/** The service `Geo`: entries of the operator's database, for public addresses only. It makes no network requests. */
export function geoService(database: Pick<GeoDatabase, 'get' | 'knowsIPv6'>): GeoService {
  return Object.freeze<GeoService>({
    async lookup(address) {
      const canonical = typeof address === 'string' ? publicAddress(address) : undefined
      if (canonical === undefined) return undefined
      if (canonical.includes(':') && !database.knowsIPv6) return undefined
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
