import type { GeoService } from '@host/plugin'
import type { DeniedHostsService } from '@host/plugin/platform'
import { openPieces } from '../blobs/open-pieces.ts'
import type { PieceStore } from '../blobs/piece-store.ts'
import { openDeniedHosts } from '../security/denied-hosts/open-denied-hosts.ts'
import { openGeo } from '../geo/open-geo.ts'
import type { BootOptions } from './boot-options.ts'

/** The operator's storage and look-up data beside the database. */
export interface Stores {
  /** Where new files of plugins go; undefined for the database. */
  readonly pieces: PieceStore | undefined
  readonly geo: GeoService | undefined
  readonly deniedHosts: DeniedHostsService | undefined
}

/** Opens the configured stores. @throws BootError */
export async function openStores({ config, clock, log }: BootOptions): Promise<Stores> {
  return Object.freeze({
    pieces: await openPieces({ ...config.blobs, clock }),
    geo: config.geoDatabase === undefined ? undefined : await openGeo(config.geoDatabase, log),
    deniedHosts: config.deniedHosts === undefined ? undefined : await openDeniedHosts(config.deniedHosts, log),
  })
}
