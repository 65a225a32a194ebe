import { isMailAddress } from '@host/plugin/platform'

/** The sender of emails. */
export interface SenderAddress {
  readonly name: string
  readonly address: string
}

// bounded: the operator's own setting.
const form = /^(?:"?(?<name>[^"<>\p{Cc}]{1,100}?)"?\s*<(?<inner>[^<>]+)>|(?<bare>[^<>]+))$/u

/** Reads `host@example.com` or `Host <host@example.com>`. @throws TypeError with the expected form */
export function parseSender(text: string): SenderAddress {
  const { name = '', inner, bare } = form.exec(text.trim())?.groups ?? {}
  const address = (inner ?? bare ?? '').trim()
  if (isMailAddress(address)) return Object.freeze({ name: name.trim(), address })
  throw new TypeError(`${JSON.stringify(text)} is not a valid sender; use an address such as "Host <host@example.com>"`)
}
