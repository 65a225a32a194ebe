import { cutText } from '../receive/message-columns.ts'

/** Recipients that are named. */
const named = 3
const longest = 200

/** Recipients in short, as `ada@example.org, bob@example.org (+2)`. */
export function recipientsText(addresses: readonly string[]): string {
  const more = addresses.length > named ? ` (+${addresses.length - named})` : ''
  return `${cutText(addresses.slice(0, named).join(', '), longest - more.length)}${more}`
}
