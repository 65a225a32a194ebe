import type { SelectOption } from '@host/plugin-sdk'

/** The zones that this browser knows, by their names. */
export function timeZones(): readonly SelectOption<string>[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].map((zone) => ({
    value: zone,
    label: zone.replaceAll('_', ' '),
  }))
}

/** The zone of this device. */
export function deviceZone(): string {
  return new Intl.DateTimeFormat('en').resolvedOptions().timeZone
}
