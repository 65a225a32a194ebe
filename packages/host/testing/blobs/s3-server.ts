/**
 * A server that speaks as much of the S3 protocol as its documentation says of putting, getting, deleting and listing
 * objects. It proves every signature itself, from the request as it arrived.
 */
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

export interface S3Server extends AsyncDisposable {
  readonly endpoint: string
  readonly objects: Map<string, Buffer>
  /** The status of the next answers, one each; then they are right again. */
  readonly failures: number[]
  readonly keys: { readonly accessKey: string; readonly secretKey: string }
}

interface Answer {
  readonly status: number
  readonly body?: Buffer | string
}

export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>()
  const failures: number[] = []
  const keys = { accessKey: 'AKIAEXAMPLE', secretKey: 'wJalr/K7MDENG+bPxRfiCYEXAMPLEKEY' }
  const server = createServer((request, response) => {
    void (async () => {
      const { status, body } = answerTo(request, Buffer.concat(await request.toArray()), { objects, failures, ...keys })
      response.writeHead(status).end(body)
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    failures,
    keys,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface State {
  readonly objects: Map<string, Buffer>
  readonly failures: number[]
  readonly accessKey: string
  readonly secretKey: string
}

function answerTo(request: IncomingMessage, body: Buffer, state: State): Answer {
  const failure = state.failures.shift()
  if (failure !== undefined) return refuse(failure, 'InternalError')
  if (!isSigned(request, body, state)) return refuse(403, 'SignatureDoesNotMatch')
  const url = new URL(request.url ?? '/', 'http://server')
  const [, bucket = '', name = ''] = /^\/([^/]+)\/(.*)$/.exec(url.pathname) ?? []
  if (bucket !== 'files') return refuse(404, 'NoSuchBucket')
  if (name === '') return list(state.objects, url.searchParams)
  if (request.method === 'PUT') {
    state.objects.set(name, body)
    return { status: 200 }
  }
  if (request.method === 'DELETE') return { status: state.objects.delete(name) ? 204 : 204 }
  const found = state.objects.get(name)
  return found === undefined ? refuse(404, 'NoSuchKey') : { status: 200, body: found }
}

/** At most a thousand names, as the real one; the rest follows a token. */
function list(objects: State['objects'], query: URLSearchParams): Answer {
  const after = Buffer.from(query.get('continuation-token') ?? '', 'base64url').toString()
  const prefix = query.get('prefix') ?? ''
  const names = [...objects.keys()].filter((name) => name.startsWith(prefix) && name > after).toSorted()
  const page = names.slice(0, 1_000)
  const contents = page.map((name) => `<Contents><Key>${name}</Key></Contents>`).join('')
  const token = Buffer.from(page.at(-1) ?? '').toString('base64url')
  const next = names.length > page.length ? `<NextContinuationToken>${token}</NextContinuationToken>` : ''
  return { status: 200, body: `<ListBucketResult>${contents}${next}</ListBucketResult>` }
}

function refuse(status: number, code: string): Answer {
  return { status, body: `<Error><Code>${code}</Code></Error>` }
}

const form =
  /^AWS4-HMAC-SHA256 Credential=(?<key>[^/]+)\/(?<day>\d{8})\/(?<region>[^/]+)\/s3\/aws4_request,SignedHeaders=(?<names>[^,]+),Signature=(?<signature>[0-9a-f]{64})$/

function isSigned(request: IncomingMessage, body: Buffer, { accessKey, secretKey }: State): boolean {
  const {
    key,
    day = '',
    region = '',
    names = '',
    signature,
  } = form.exec(request.headers.authorization ?? '')?.groups ?? {}
  const moment = String(request.headers['x-amz-date'])
  const digest = hash(body)
  if (key !== accessKey || digest !== request.headers['x-amz-content-sha256'] || !moment.startsWith(day)) return false
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name])}\n`)
  const sorted = query.split('&').toSorted().join('&')
  const canonical = [request.method, path, sorted, headers.join(''), names, digest].join('\n')
  const toSign = `AWS4-HMAC-SHA256\n${moment}\n${day}/${region}/s3/aws4_request\n${hash(canonical)}`
  const derived = mac(mac(mac(mac(`AWS4${secretKey}`, day), region), 's3'), 'aws4_request')
  return mac(derived, toSign).toString('hex') === signature
}

function hash(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex')
}

function mac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
