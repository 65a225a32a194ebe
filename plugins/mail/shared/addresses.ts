import { mailLimits } from './limits.ts'

/** Parts of a mailbox's address: letters, digits and a few signs, separated by single dots. A plus sign is for tags. */
// bounded: the text is cut to the longest local part before.
const ownLocalPart = /^[\p{L}\p{M}\p{N}_&'=~-]+(?:\.[\p{L}\p{M}\p{N}_&'=~-]+)*$/u

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

/** The part before the last @ in its one form: case and composition don't matter. Undefined where there is none. */
export function localPartOf(address: string): string | undefined {
  const at = address.lastIndexOf('@')
  if (at < 1 || at > mailLimits.localPart * 4) return undefined
  const local = address.slice(0, at).normalize('NFC').toLowerCase()
  return bytesOf(local) <= mailLimits.localPart ? local : undefined
}

/** Whether a mailbox may have an address with this text. Its domain is judged by the server. */
export function isOwnAddress(address: string): boolean {
  const local = localPartOf(address)
  return address.length <= mailLimits.address && local !== undefined && ownLocalPart.test(local)
}
