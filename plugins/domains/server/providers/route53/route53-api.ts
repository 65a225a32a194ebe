/** Requests to the API of Route 53, version 2013-04-01: signed, XML in both directions, and pages. */
import type { Problem } from '@host/plugin'
import type { SafeHttpClient, SafeResponse } from '@host/plugin/safehttp'
import { userAgent } from '../http-client.ts'
import { failed, httpFailure, invalid, limited, refused, zoneNotFound } from '../provider-problems.ts'
import { elementAt, readXml, textAt, type XmlElement } from './read-xml.ts'
import { signRequest, type AwsSigner } from './sign-request.ts'

/** Where the API is. It is one for all regions. */
export const route53Api = 'https://route53.amazonaws.com'

const version = '/2013-04-01'
const mostPages = 100

/** What an API needs besides the credentials. */
export interface Route53Options {
  readonly http: SafeHttpClient
  /** Milliseconds since 1970, for signatures. */
  readonly now: () => number
  /** The address of the API, for tests. */
  readonly api?: string
}

/** How a list has its items, and where the next page begins. */
export interface PagedList {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** The element with the items. */
  readonly items: string
  /** Elements that say where the next page begins, by the parameters of the next request. */
  readonly next: Readonly<Record<string, string>>
}

export class Route53Api {
  readonly #options: Route53Options
  readonly #signer: AwsSigner

  constructor(options: Route53Options, keys: Pick<AwsSigner, 'accessKey' | 'secretKey'>) {
    this.#options = options
    this.#signer = { ...keys, region: 'us-east-1', service: 'route53' }
  }

  /** Items of all pages. */
  async list({ path, query, items, next }: PagedList, signal: AbortSignal): Promise<readonly XmlElement[]> {
    const found: XmlElement[] = []
    let begin = {}
    for (let page = 0; page < mostPages; page += 1) {
      const root = await this.get(path, { ...query, ...begin }, signal)
      found.push(...(elementAt(root, items)?.elements ?? []))
      if (textAt(root, 'IsTruncated') !== 'true') return found
      const from = Object.entries(next).map(([name, element]) => [name, textAt(root, element)] as const)
      begin = Object.fromEntries(from.filter(([, value]) => value !== undefined))
    }
    throw failed(texts.large)
  }

  async get(path: string, query: Readonly<Record<string, string>>, signal: AbortSignal): Promise<XmlElement> {
    return await this.#send({ method: 'GET', path: `${path}?${String(new URLSearchParams(query))}`, body: '' }, signal)
  }

  async post(path: string, body: string, signal: AbortSignal): Promise<void> {
    await this.#send({ method: 'POST', path, body }, signal)
  }

  async #send(
    { method, path, body }: { readonly method: 'GET' | 'POST'; readonly path: string; readonly body: string },
    signal: AbortSignal,
  ): Promise<XmlElement> {
    const { http, now, api = route53Api } = this.#options
    const url = new URL(api + version + path)
    const type = body === '' ? {} : { 'content-type': 'application/xml' }
    try {
      const headers = signRequest(this.#signer, { method, url, headers: type, body }, now())
      const answer = await http.fetch(signal, url, {
        method,
        headers: { ...headers, 'user-agent': userAgent },
        ...(body !== '' && { body }),
      })
      const root = answer.status < 500 ? readAnswer(answer) : undefined
      if (answer.ok && root !== undefined) return root
      throw problemOf(answer, root)
    } catch (error) {
      throw httpFailure(error)
    }
  }
}

function readAnswer(answer: SafeResponse): XmlElement {
  try {
    return readXml(answer.text())
  } catch {
    throw failed()
  }
}

const limits = new Set(['Throttling', 'ThrottlingException', 'PriorRequestNotComplete', 'LimitsExceeded'])
const refusals = new Set(['InvalidInput', 'InvalidChangeBatch'])

/** The Problem for the code of an error. Its sentence is not passed on. */
function problemOf({ status, headers }: SafeResponse, root: XmlElement | undefined): Problem {
  const code = root?.name === 'InvalidChangeBatch' ? root.name : (textAt(root, 'Error', 'Code') ?? '')
  if (status === 429 || limits.has(code)) return limited(headers.get('retry-after'))
  if (code === 'NoSuchHostedZone') return zoneNotFound()
  if (code === 'RequestExpired') return failed(texts.clock)
  if (status === 401 || status === 403) return refused()
  return status === 400 && refusals.has(code) ? invalid(texts.records) : failed()
}

const texts = {
  large: { en: 'The zone has too many records.', zh: '该区域的记录过多。' },
  clock: {
    en: 'The clock of this host differs too much from that of AWS. Set it by a time server.',
    zh: '本主机的时钟与 AWS 相差过大，请与时间服务器同步。',
  },
  records: { en: "Route 53 didn't accept these records.", zh: 'Route 53 未接受这些记录。' },
} as const
