/** Signs requests as AWS Signature Version 4 says, for services other than S3. */
import { createHash, createHmac } from 'node:crypto'

/** The credentials, and where they are for. */
export interface AwsSigner {
  readonly accessKey: string
  readonly secretKey: string
  readonly region: string
  readonly service: string
}

/** A request before it is signed. */
export interface UnsignedRequest {
  readonly method: string
  readonly url: URL
  /** Under lower-case names, without `host`. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The headers to send: the given ones, and the signature. @param now milliseconds since 1970 */
export function signRequest(
  signer: AwsSigner,
  unsigned: UnsignedRequest,
  now: number,
): Readonly<Record<string, string>> {
  const { method, url, headers, body } = unsigned
  const moment = new Date(now).toISOString().replaceAll(/[:-]|\.\d{3}/g, '')
  const given = { ...headers, 'x-amz-date': moment }
  const signed = Object.entries({ ...given, host: url.host }).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const names = signed.map(([name]) => name).join(';')
  const lines = signed.map(([name, value]) => `${name}:${value.trim().replaceAll(/ +/g, ' ')}`)
  const path = url.pathname.split('/').map(encode).join('/')
  const canonical = [method, path, canonicalQuery(url), ...lines, '', names, sha256(body)]
  const scope = [moment.slice(0, 8), signer.region, signer.service, 'aws4_request']
  const text = ['AWS4-HMAC-SHA256', moment, scope.join('/'), sha256(canonical.join('\n'))].join('\n')
  const signature = hmac(scope.reduce(hmac, Buffer.from(`AWS4${signer.secretKey}`)), text).toString('hex')
  const credential = `Credential=${signer.accessKey}/${scope.join('/')}`
  return { ...given, authorization: `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=${names}, Signature=${signature}` }
}

function canonicalQuery({ searchParams }: URL): string {
  return [...searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&')
}

/** As RFC 3986 says, which leaves fewer characters alone than the platform does. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
