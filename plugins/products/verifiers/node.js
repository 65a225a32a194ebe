/** Verifies license keys offline, in Node 18 and later. `jwks` has the public keys of the workspace that sells. */
import { createPublicKey, verify } from 'node:crypto'

const shape = /^HK1\.([\w-]+)\.([\w-]{85}[AQgw])$/

/** The code is `valid`, `expired`, `wrong_product` or `unknown`; only what is not `unknown` has a license. */
export function verifyLicense(text, jwks, { product, now = Date.now() }) {
  const [, part, signature] = shape.exec(text) ?? []
  const license = part && parse(Buffer.from(part, 'base64url'))
  const jwk = license && jwks.keys.find(({ kid }) => kid === license.key)
  if (!jwk) return { code: 'unknown' }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  // The signature is over the text of the payload, not over the bytes that it encodes.
  const isSigned = verify(null, Buffer.from(part), publicKey, Buffer.from(signature, 'base64url'))
  if (!isSigned) return { code: 'unknown' }
  if (license.product !== product) return { code: 'wrong_product', license }
  return { code: license.expires !== null && license.expires * 1000 <= now ? 'expired' : 'valid', license }
}

function parse(json) {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
