import type { DeniedHostsService } from '@host/plugin/platform'
import { openPieces } from '../blobs/open-pieces.ts'
import type { PieceStore } from '../blobs/piece-store.ts'
import { openDeniedHosts } from '../security/denied-hosts/open-denied-hosts.ts'
import type { BootOptions } from './boot-options.ts'

/** The operator's storage and look-up data beside the database. */
export interface Stores {
  /** Where new files of plugins go; undefined for the database. */
  readonly pieces: PieceStore | undefined
  readonly deniedHosts: DeniedHostsService | undefined
}

/** Opens the configured stores. @throws BootError */
export async function openStores({ config, clock, log }: BootOptions): Promise<Stores> {
  return Object.freeze({
    pieces: await openPieces({ ...config.blobs, clock }),
    deniedHosts: config.deniedHosts === undefined ? undefined : await openDeniedHosts(config.deniedHosts, log),
  })
}
