import { domainToASCII } from 'node:url'

const form = /^(?<local>[^\s@"(),:;<>[\\\]\p{Cc}]{1,64})@(?<domain>[^\s@]{1,253})$/u
// bounded: at most 253 characters, and 63 between two dots.
const domainForm = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/

/** The one spelling under which an email address is stored and found; undefined when it is not an address. */
export function normalizeEmail(text: string): string | undefined {
  const { local, domain } = form.exec(text.trim().normalize('NFC'))?.groups ?? {}
  if (local === undefined || domain === undefined) return undefined
  const ascii = domainToASCII(domain).toLowerCase()
  if (!domainForm.test(ascii)) return undefined
  const email = `${local.toLowerCase()}@${ascii}`
  return email.length <= 254 ? email : undefined
}

/** The part before the `@`. */
export function localPartOf(email: string): string {
  return email.slice(0, email.lastIndexOf('@'))
}
