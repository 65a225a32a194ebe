import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A bucket of a server that speaks the S3 protocol. */
export interface BucketPlace {
  readonly kind: 's3'
  readonly bucket: string
  /** Prefix of the names of all objects; empty, or ending with a slash. */
  readonly prefix: string
  readonly region: string
  /** Scheme, host and port of the server. */
  readonly endpoint: string
}

/** Where blobs stand. */
export type BlobPlace = { readonly kind: 'database' } | { readonly kind: 'folder'; readonly path: string } | BucketPlace

const example = 'use "database", a folder such as "./data/blobs", or "s3://bucket/prefix?region=eu-central-1"'

/** Reads `HOST_BLOBS`. @throws TypeError with the expected form */
export function parseBlobPlace(text: string): BlobPlace {
  if (text === 'database') return Object.freeze({ kind: 'database' })
  if (text.startsWith('s3:')) return readBucket(text)
  if (text.startsWith('file:')) return folderAt(readFileUrl(text))
  if (/^\.{0,2}\//.test(text) && !text.includes('\0')) return folderAt(resolve(text))
  throw new TypeError(`${JSON.stringify(text)} is not a valid blob store; ${example}`)
}

/** Reads `HOST_S3_ACCESS_KEY`, which stands in a header. @throws TypeError */
export function parseAccessKey(text: string): string {
  if (/^[\w+=.@-]{1,128}$/.test(text)) return text
  throw new TypeError('It is not a valid access key; copy it from the provider of the bucket')
}

function folderAt(path: string): BlobPlace {
  return Object.freeze({ kind: 'folder', path })
}

function readFileUrl(text: string): string {
  try {
    return fileURLToPath(text)
  } catch {
    throw new TypeError(`${JSON.stringify(text)} is not a folder; use a folder such as "file:///srv/host/blobs"`)
  }
}

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const prefixForm = /^(?:[A-Za-z0-9._-]+\/)*$/
const regionForm = /^[a-z0-9-]{1,64}$/
const known: ReadonlySet<string> = new Set(['region', 'endpoint'])

function readBucket(text: string): BucketPlace {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !bucketName.test(url.hostname) || url.port !== '' || url.username !== '') {
    throw new TypeError(`${JSON.stringify(text)} has no bucket; ${example}`)
  }
  const unknown = [...url.searchParams.keys()].find((name) => !known.has(name))
  if (unknown !== undefined) throw new TypeError(`"${unknown}" is unknown; use only "region" and "endpoint"`)
  const prefix = url.pathname.replace(/^\//, '').replace(/([^/])$/, '$1/')
  if (!prefixForm.test(prefix) || /(?:^|\/)\.{1,2}\//.test(prefix)) {
    throw new TypeError(`The prefix "${prefix}" has characters other than A-Z, a-z, 0-9, ".", "_", "-", and "/"`)
  }
  const region = url.searchParams.get('region') ?? 'us-east-1'
  if (!regionForm.test(region)) {
    throw new TypeError(`${JSON.stringify(region)} is not a region; use a region such as "eu-central-1"`)
  }
  const endpoint = readEndpoint(url.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`)
  return Object.freeze({ kind: 's3', bucket: url.hostname, prefix, region, endpoint })
}

function readEndpoint(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url?.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
  if (url === undefined || !isPlain || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(
      `${JSON.stringify(text)} is not an endpoint; use scheme and host, such as "https://s3.example.com"`,
    )
  }
  return url.origin
}
