import { Problem } from '@host/plugin'

/** A time zone as it is stored: spelled as in the IANA database, so that each zone has one spelling. @throws Problem `invalid_input` */
export function timeZoneOf(name: string): string {
  // An offset such as "+02:00" has no daylight saving time.
  if (name.length <= 64 && /^[a-z][a-z0-9_+/-]*$/i.test(name)) {
    try {
      return new Temporal.ZonedDateTime(0n, name).timeZoneId
    } catch {
      // Unknown: refused below.
    }
  }
  throw new Problem('invalid_input', {
    errors: [
      {
        path: 'timeZone',
        message: { en: 'Choose a time zone, such as Europe/Berlin.', zh: '请选择时区，例如 Europe/Berlin。' },
      },
    ],
  })
}
