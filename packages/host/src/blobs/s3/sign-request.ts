/**
 * Signs requests as AWS Signature Version 4 says, for S3: the path is encoded once, and the body's SHA-256 is a header
 * that is signed with the others.
 */
import { createHash, createHmac } from 'node:crypto'

/** The credentials, with the region. */
export interface Signer {
  readonly accessKey: string
  readonly secretKey: string
  readonly region: string
}

/** A request before it is signed. */
export interface UnsignedRequest {
  readonly method: string
  readonly url: URL
  /** Under lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** The headers to send: the given ones, and the signature. @param now milliseconds since 1970 */
export function signRequest(signer: Signer, request: UnsignedRequest, now: number): Readonly<Record<string, string>> {
  const moment = new Date(now).toISOString().replaceAll(/[:-]|\.\d{3}/g, '')
  const given = { ...request.headers, 'x-amz-content-sha256': sha256(request.body), 'x-amz-date': moment }
  const signed = Object.entries({ ...given, host: request.url.host }).toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  )
  const names = signed.map(([name]) => name).join(';')
  const canonical = [
    request.method,
    request.url.pathname,
    canonicalQuery(request.url),
    ...signed.map(([name, value]) => `${name}:${value.trim().replaceAll(/ +/g, ' ')}`),
    '',
    names,
    given['x-amz-content-sha256'],
  ].join('\n')
  const scope = `${moment.slice(0, 8)}/${signer.region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', moment, scope, sha256(canonical)].join('\n')
  const signature = hmac(signingKey(signer, moment.slice(0, 8)), text).toString('hex')
  const authorization = `AWS4-HMAC-SHA256 Credential=${signer.accessKey}/${scope},SignedHeaders=${names},Signature=${signature}`
  return { ...given, authorization }
}

function signingKey({ secretKey, region }: Signer, day: string): Buffer {
  return [day, region, 's3', 'aws4_request'].reduce(hmac, Buffer.from(`AWS4${secretKey}`))
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

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
