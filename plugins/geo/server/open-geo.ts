import type { GeoService, Log } from '@host/plugin'
import { InvalidConfiguration } from '@host/plugin/platform'
import { GeoDatabase } from './geo-database.ts'
import { geoService } from './geo-service.ts'

/** Opens the database of places that the operator gave. @throws InvalidConfiguration when it can't be used */
export async function openGeo(path: string, log: Log): Promise<GeoService> {
  try {
    return geoService(await GeoDatabase.open({ path, log }))
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
    const problem = `The geo database "${path}" can't be used: ${reason}; set HOST_GEO_DATABASE to a MaxMind file of countries or cities, or unset it.`
    throw new InvalidConfiguration(problem, { cause: error })
  }
}
