import { addressParser } from 'postal-mime'
import { cleanText, cutText, inOrder, oneLine, replacement } from './clean-text.ts'

/** A mailbox of a header. */
export interface Address {
  /** Display name, empty where the header has none. */
  readonly name: string
  readonly address: string
}

const longestName = 255
/** RFC 5321 has 254 for a path. */
const longestAddress = 320

/** The mailboxes of an address header, groups opened. Entries without an address are left out. */
export function readAddresses(value: string): Address[] {
  return addressParser(value, { flatten: true }).flatMap(({ name, address = '' }) => {
    // Stays an address that is not valid: without the mark it would be another one.
    const text = inOrder(oneLine(cleanText(address)), replacement)
    if (text === '' || text.length > longestAddress) return []
    return [{ name: cutText(oneLine(inOrder(cleanText(name))), longestName), address: text }]
  })
}
