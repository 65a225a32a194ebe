/** Requests to the API of Cloudflare, version 4: a token, JSON in an envelope, and pages. */
import * as z from 'zod/mini'
import type { Problem } from '@host/plugin'
import type { SafeHttpClient, SafeMethod, SafeResponse } from '@host/plugin/safehttp'
import { userAgent } from '../http-client.ts'
import { conflict, failed, httpFailure, invalid, limited, refused, zoneNotFound } from '../provider-problems.ts'

/** Where the API is. */
export const cloudflareApi = 'https://api.cloudflare.com/client/v4'

/** Pages of one list. */
const mostPages = 50

const envelope = z.object({
  success: z.boolean(),
  errors: z.optional(z.array(z.object({ code: z.number() }))),
  result: z.optional(z.unknown()),
  result_info: z.optional(z.nullable(z.object({ total_pages: z.optional(z.number()) }))),
})

type Envelope = z.infer<typeof envelope>

/** A request below the address of the API. */
interface ApiRequest {
  readonly method: SafeMethod
  readonly path: string
  readonly body?: unknown
}

export class CloudflareApi {
  readonly #http: SafeHttpClient
  readonly #base: string
  readonly #token: string

  constructor(http: SafeHttpClient, base: string, token: string) {
    this.#http = http
    this.#base = base
    this.#token = token
  }

  /** Items of all pages. @param path with its query, without the page */
  async list<Item extends z.ZodMiniType>(path: string, item: Item, signal: AbortSignal): Promise<z.infer<Item>[]> {
    const items: z.infer<Item>[] = []
    for (let page = 1; page <= mostPages; page += 1) {
      const { result, result_info: info } = await this.#send({ method: 'GET', path: `${path}&page=${page}` }, signal)
      const read = z.array(item).safeParse(result)
      if (!read.success) throw failed()
      items.push(...read.data)
      if (page >= (info?.total_pages ?? 1)) return items
    }
    throw failed(texts.large)
  }

  async post(path: string, body: unknown, signal: AbortSignal): Promise<void> {
    await this.#send({ method: 'POST', path, body }, signal)
  }

  async #send({ method, path, body }: ApiRequest, signal: AbortSignal): Promise<Envelope> {
    try {
      const answer = await this.#http.fetch(signal, this.#base + path, {
        method,
        headers: {
          authorization: `Bearer ${this.#token}`,
          'content-type': 'application/json',
          'user-agent': userAgent,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const read = envelope.safeParse(answer.status < 500 && answer.status !== 429 ? answer.json() : undefined)
      if (answer.ok && read.data?.success === true) return read.data
      throw problemOf(answer, read.data?.errors?.map(({ code }) => code) ?? [])
    } catch (error) {
      throw httpFailure(error)
    }
  }
}

/** Codes of errors, as far as they are documented. Their sentences are not passed on. */
const codes = {
  /** A header, a token or an account that isn't accepted. */
  credential: [6003, 6111, 9103, 9106, 9109, 10000, 10001],
  /** The ID of a zone that doesn't exist. */
  zone: [1001, 7000, 7003],
  /** A record doesn't exist, or exists already. */
  conflict: [81044, 81057, 81058],
  /** A CNAME record beside others. */
  alias: [81053, 81054],
} as const

function problemOf({ status, headers }: SafeResponse, found: readonly number[]): Problem {
  const has = (group: keyof typeof codes): boolean => found.some((code) => codes[group].some((each) => each === code))
  if (status === 429) return limited(headers.get('retry-after'))
  if (status === 401 || status === 403 || has('credential')) return refused()
  if (has('conflict')) return conflict()
  if (has('alias')) return invalid(texts.alias)
  if (status === 404 || has('zone')) return zoneNotFound()
  return status === 400 ? invalid(texts.records) : failed()
}

const texts = {
  large: { en: 'The zone has too many records.', zh: '该区域的记录过多。' },
  alias: { en: "A CNAME record can't have other records beside it.", zh: 'CNAME 记录不能与其他记录并存。' },
  records: { en: "Cloudflare didn't accept these records.", zh: 'Cloudflare 未接受这些记录。' },
} as const
