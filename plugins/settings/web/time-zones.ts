import type { SelectOption } from '@host/plugin-sdk'

/** The zones that this browser knows, by their names. */
export function timeZones(): readonly SelectOption<string>[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].map((zone) => ({
    value: zone,
    label: spoken(zone),
  }))
}

/** The zone of this device, as people read it. */
export function deviceZone(): string {
  return spoken(new Intl.DateTimeFormat('en').resolvedOptions().timeZone)
}

function spoken(zone: string): string {
  return zone.replaceAll('_', ' ')
}
