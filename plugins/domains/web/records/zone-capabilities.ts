import type { ZoneDetails } from '../../shared.ts'

/** Features of the provider of a zone; while it is not available, no more than every provider has. */
export function zoneCapabilities({
  capabilities,
}: Pick<ZoneDetails, 'capabilities'>): NonNullable<ZoneDetails['capabilities']> {
  return (
    capabilities ?? { types: '*', ttl: { min: 60, max: 86_400 }, hasComments: false, hasProxy: false, isAtomic: false }
  )
}
