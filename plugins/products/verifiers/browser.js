/** Verifies license keys offline, in browsers. `jwks` has the public keys of the workspace that sells. */
const shape = /^HK1\.([\w-]+)\.([\w-]{85}[AQgw])$/

/** The code is `valid`, `expired`, `wrong_product` or `unknown`; only what is not `unknown` has a license. */
export async function verifyLicense(text, jwks, { product, now = Date.now() }) {
  const [, part, signature] = shape.exec(text) ?? []
  const license = part && parse(part)
  const jwk = license && jwks.keys.find(({ kid }) => kid === license.key)
  if (!jwk) return { code: 'unknown' }
  const { kty, crv, x } = jwk
  const publicKey = await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify'])
  // The signature is over the text of the payload, not over the bytes that it encodes.
  const isSigned = await crypto.subtle.verify('Ed25519', publicKey, decode(signature), new TextEncoder().encode(part))
  if (!isSigned) return { code: 'unknown' }
  if (license.product !== product) return { code: 'wrong_product', license }
  return { code: license.expires !== null && license.expires * 1000 <= now ? 'expired' : 'valid', license }
}

const decode = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

function parse(part) {
  try {
    return JSON.parse(new TextDecoder().decode(decode(part)))
  } catch {
    return undefined
  }
}
