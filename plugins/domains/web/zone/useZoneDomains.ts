import { useListQuery } from '@host/plugin-sdk'
import { listDomains, type Domain, type ZoneDetails } from '../../shared.ts'

const none: readonly Domain[] = []

/** The domains of the workspace within a zone; undefined until they are known. */
export function useZoneDomains(zone: ZoneDetails | undefined): readonly Domain[] | undefined {
  const { name = '', asciiName = '' } = zone ?? {}
  const { items, error } = useListQuery(
    listDomains,
    { q: name, limit: 20 },
    { errors: 'page', enabled: zone !== undefined },
  )
  if (error !== null) return none
  return items?.filter((each) => each.asciiName === asciiName || each.asciiName.endsWith(`.${asciiName}`))
}
