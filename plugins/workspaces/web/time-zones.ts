import type { SelectOption } from '@host/plugin-sdk'

/** The zones that this browser knows, with the one that is set: another browser may have known it. */
export function timeZones(current: string): readonly SelectOption<string>[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), current])].map((zone) => ({
    value: zone,
    label: zone.replaceAll('_', ' '),
  }))
}
