/**
 * The API of Cloudflare for zones and DNS records, with a zone in memory. Its answers are written down from the public
 * documentation of the API (developers.cloudflare.com/api), not recorded from Cloudflare.
 */
import { randomBytes } from 'node:crypto'
import type { RecordedAnswer, RecordedApi, RecordedRequest } from './recorded-server.ts'

/** A record as the API has it. */
export interface FakeRecord {
  id: string
  name: string
  type: string
  content: string
  priority?: number
  data?: Record<string, unknown>
  ttl: number
  proxied: boolean
  comment: string | null
}

export interface FakeCloudflare extends RecordedApi {
  readonly records: FakeRecord[]
}

export const cloudflareToken = 'cf-token-0123456789abcdefghijklmnopqrstuv'
export const cloudflareZone = { id: '023e105f4ecef8ad9ca31a8372d0c353', name: 'acme.example' }

const zones = [
  { ...cloudflareZone, status: 'active' },
  { id: '11111111111111111111111111111111', name: 'pending.example', status: 'pending' },
  { id: '22222222222222222222222222222222', name: 'Other.example', status: 'active' },
]

/** Items on a page, whatever was asked for. */
const pageSize = 25

type Patch = Partial<FakeRecord>
interface Batch {
  readonly deletes?: readonly { readonly id: string }[]
  readonly patches?: readonly (Patch & { readonly id: string })[]
  readonly posts?: readonly Patch[]
}

class ApiError extends Error {
  readonly status: number
  readonly code: number

  constructor(status: number, code: number, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export function fakeCloudflare(): FakeCloudflare {
  const records: FakeRecord[] = []
  return {
    records,
    answer(request) {
      try {
        return answer(records, request)
      } catch (error) {
        if (error instanceof ApiError) return failure(error.status, error.code, error.message)
        throw error
      }
    },
    failed: (text) => ({ status: 502, headers: { 'content-type': 'text/html' }, body: `<html>${text}</html>` }),
    limited() {
      const { body } = failure(429, 971, 'Please wait and consider throttling your request speed')
      return { status: 429, headers: { 'retry-after': '30' }, body }
    },
  }
}

function answer(records: FakeRecord[], { method, url, headers, body }: RecordedRequest): RecordedAnswer {
  if (headers['authorization'] !== `Bearer ${cloudflareToken}`) throw new ApiError(401, 10_000, 'Authentication error')
  const [, noun, id, list, batch] = url.pathname.split('/')
  if (noun === 'zones' && id === undefined) return page(zones, url)
  if (id !== cloudflareZone.id || list !== 'dns_records') {
    throw new ApiError(404, 7_003, `Could not route to ${url.pathname}, perhaps your object identifier is invalid?`)
  }
  if (method === 'POST' && batch === 'batch') return success(applyBatch(records, JSON.parse(body) as Batch))
  const name = url.searchParams.get('name.exact')
  const type = url.searchParams.get('type')
  return page(
    records.filter((each) => (name === null || each.name === name) && (type === null || each.type === type)),
    url,
  )
}

function page(items: readonly unknown[], { searchParams }: URL): RecordedAnswer {
  const number = Number(searchParams.get('page') ?? 1)
  const per = Math.min(Number(searchParams.get('per_page') ?? 100), pageSize)
  const result = items.slice((number - 1) * per, number * per)
  const total = { total_count: items.length, total_pages: Math.ceil(items.length / per) }
  return success(result, { page: number, per_page: per, count: result.length, ...total })
}

/** All of a batch, or nothing, in the documented order. */
function applyBatch(records: FakeRecord[], { deletes = [], patches = [], posts = [] }: Batch): Batch {
  const next = records.map((each) => ({ ...each }))
  for (const { id } of deletes) next.splice(indexOf(next, id), 1)
  for (const patch of patches) Object.assign(next[indexOf(next, patch.id)] ?? {}, patch)
  for (const post of posts) next.push({ ...blank(), ...post, id: randomBytes(16).toString('hex') })
  for (const record of next) check(record, next)
  records.splice(0, records.length, ...next.map(stored))
  return { deletes, patches, posts }
}

function blank(): FakeRecord {
  return { id: '', name: '', type: '', content: '', ttl: 1, proxied: false, comment: null }
}

function indexOf(records: readonly FakeRecord[], id: string): number {
  const index = records.findIndex((each) => each.id === id)
  if (index === -1) throw new ApiError(404, 81_044, 'Record does not exist.')
  return index
}

function check(record: FakeRecord, all: readonly FakeRecord[]): void {
  const { name, type, ttl, comment } = record
  const others = all.filter((each) => each !== record && each.name === name)
  if (name !== cloudflareZone.name && !name.endsWith(`.${cloudflareZone.name}`)) throw invalid(9_000)
  if (ttl !== 1 && (ttl < 60 || ttl > 86_400)) throw invalid(9_021)
  if ((comment ?? '').length > 100) throw invalid(9_211)
  if (others.some((each) => (each.type === 'CNAME') !== (type === 'CNAME'))) {
    throw new ApiError(400, type === 'CNAME' ? 81_053 : 81_054, 'A CNAME record with that host already exists.')
  }
  if (others.some((each) => each.type === type && textOf(each) === textOf(record))) {
    throw new ApiError(400, 81_058, 'An identical record already exists.')
  }
}

function textOf({ content, priority, data }: FakeRecord): string {
  return JSON.stringify([data === undefined ? content : '', priority, data])
}

function invalid(code: number): ApiError {
  return new ApiError(400, code, 'DNS Validation Error')
}

/** The TTL of a proxied record is automatic, and records with data have a content made of it. */
function stored(record: FakeRecord): FakeRecord {
  const content = record.data === undefined ? record.content : Object.values(record.data).join('\t')
  return {
    ...record,
    content,
    ttl: record.proxied ? 1 : record.ttl,
    comment: record.comment === '' ? null : record.comment,
  }
}

function success(result: unknown, info?: object): RecordedAnswer {
  const parts = { success: true, errors: [], messages: [], result, ...(info && { result_info: info }) }
  return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(parts) }
}

function failure(status: number, code: number, message: string): RecordedAnswer {
  const parts = { success: false, errors: [{ code, message }], messages: [], result: null }
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(parts) }
}
