const utf8 = String.raw`\u00a1-\u2027\u202f-\u{10ffff}`
// bounded: one class, repeated.
const atom = new RegExp(String.raw`^[\w!#$%&'*+/=?^\x60{|}~${utf8}-]+$`, 'u')
// bounded: at each character one branch fits.
const quoted = new RegExp(String.raw`^"(?:[ !#-\[\]-~${utf8}]|\\[ -~])*"$`, 'u')
// bounded: labels have at most 63 characters.
const label = new RegExp(String.raw`^[\w${utf8}](?:[\w${utf8}-]*[\w${utf8}])?$`, 'u')
const literal = /^\[[\w.:-]{2,63}\]$/

const maxLocalBytes = 64
const maxBytes = 254

/** Whether a text is a mailbox as RFC 5321 and 6531 have it, such as `user@example.com` or `"a b"@[192.0.2.1]`. */
export function isMailbox(text: string): boolean {
  const at = text.lastIndexOf('@')
  if (at < 1 || Buffer.byteLength(text) > maxBytes) return false
  return isLocalPart(text.slice(0, at)) && isDomain(text.slice(at + 1))
}

/** Whether a client may call itself so: a domain or the literal of an address. */
export function isClientName(text: string): boolean {
  return text.length <= 255 && !hasUtf8(text) && isDomain(text)
}

export function hasUtf8(text: string): boolean {
  return /[^\0-\x7f]/u.test(text)
}

function isLocalPart(text: string): boolean {
  if (Buffer.byteLength(text) > maxLocalBytes) return false
  return text.startsWith('"') ? quoted.test(text) : text.split('.').every((part) => atom.test(part))
}

export function isDomainName(text: string): boolean {
  return text.length <= 255 && text.split('.').every((part) => part.length <= 63 && label.test(part))
}

function isDomain(text: string): boolean {
  return literal.test(text) || isDomainName(text)
}
