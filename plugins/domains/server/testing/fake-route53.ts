/**
 * The API of Route 53 for hosted zones and record sets, with a zone in memory. Its answers are written down from the
 * public API reference (docs.aws.amazon.com/Route53/latest/APIReference), not recorded from AWS.
 */
import { elementAt, readXml, textAt, type XmlElement } from '../providers/route53/read-xml.ts'
import { signRequest } from '../providers/route53/sign-request.ts'
import type { RecordedAnswer, RecordedApi, RecordedRequest } from './recorded-server.ts'

/** A record set as the API has it. `extra` is XML in place of TTL and records, or beside them. */
export interface FakeSet {
  readonly name: string
  readonly type: string
  readonly ttl: string
  readonly values: readonly string[]
  readonly identifier?: string
  readonly extra?: string
}

export interface FakeRoute53 extends RecordedApi {
  readonly sets: FakeSet[]
}

export const awsKeys = { accessKey: 'AKIDEXAMPLE0123456789', secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }
export const route53Zone = { id: 'Z111111QQQQQQQ', name: 'acme.example' }

const zones = [
  { id: route53Zone.id, name: 'acme.example.', isPrivate: false },
  { id: 'Z222222QQQQQQQ', name: 'private.example.', isPrivate: true },
  { id: 'Z333333QQQQQQQ', name: String.raw`0\05725.2.0.192.in-addr.arpa.`, isPrivate: false },
]

const pageSize = 20
const namespace = 'xmlns="https://route53.amazonaws.com/doc/2013-04-01/"'

/** @param now milliseconds since 1970, by which signatures expire */
export function fakeRoute53(now: () => number): FakeRoute53 {
  const soa = { name: 'acme.example.', type: 'SOA', ttl: '900', values: ['ns. admin. 1 7200 900 1209600 86400'] }
  const sets: FakeSet[] = [soa]
  return {
    sets,
    answer: (request) => authorize(request, now()) ?? answer(sets, request),
    failed: (text) => error(500, 'InternalFailure', text),
    limited: () => error(400, 'Throttling', 'Rate exceeded'),
  }
}

function authorize({ method, url, headers, body }: RecordedRequest, now: number): RecordedAnswer | undefined {
  const given = String(headers['authorization'])
  const moment = String(headers['x-amz-date'])
  const then = Date.parse(moment.replace(/(....)(..)(..T..)(..)(..)Z/, '$1-$2-$3:$4:$5Z'))
  const type = headers['content-type']
  const signed = type === undefined ? {} : { 'content-type': String(type) }
  const signer = { ...awsKeys, region: 'us-east-1', service: 'route53' }
  const { authorization } = signRequest(signer, { method, url, headers: signed, body }, then)
  if (!given.includes(`Credential=${awsKeys.accessKey}/`)) {
    return error(403, 'InvalidClientTokenId', 'The token is invalid.')
  }
  if (given !== authorization) return error(403, 'SignatureDoesNotMatch', `The signature of ${given} does not match.`)
  return Math.abs(now - then) > 300_000 ? error(400, 'RequestExpired', 'Request has expired.') : undefined
}

function answer(sets: FakeSet[], { method, url, body }: RecordedRequest): RecordedAnswer {
  const [, , noun, id, list] = url.pathname.split('/')
  if (noun === 'hostedzone' && id === undefined) return listZones(url)
  if (id !== route53Zone.id || list !== 'rrset') {
    return error(404, 'NoSuchHostedZone', `No hosted zone found with ID: ${id}`)
  }
  return method === 'POST' ? change(sets, readXml(body)) : listSets(sets, url)
}

/** One zone on a page. */
function listZones({ searchParams }: URL): RecordedAnswer {
  const marker = searchParams.get('marker')
  const at = marker === null ? 0 : zones.findIndex(({ id }) => id === marker)
  const { id, name, isPrivate } = zones[at] ?? { id: '', name: '', isPrivate: false }
  const config = `<Config><Comment>Example</Comment><PrivateZone>${isPrivate}</PrivateZone></Config>`
  const zone = `<HostedZone><Id>/hostedzone/${id}</Id><Name>${name}</Name>${config}</HostedZone>`
  const next = zones[at + 1]
  const more = next === undefined ? '' : `<NextMarker>${next.id}</NextMarker>`
  return ok(
    'ListHostedZonesResponse',
    `<HostedZones>${zone}</HostedZones><IsTruncated>${more !== ''}</IsTruncated>${more}`,
  )
}

function listSets(sets: readonly FakeSet[], { searchParams }: URL): RecordedAnswer {
  const start = ['name', 'type', 'identifier'].map((name) => searchParams.get(name) ?? '')
  const [name = '', type = '', identifier = ''] = start
  const from = orderOf({ name, type, identifier })
  const found = sets
    .filter((each) => orderOf(each) >= from)
    .toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
  const most = Math.min(Number(searchParams.get('maxitems') ?? 300), pageSize)
  const next = found[most]
  const items = found.slice(0, most).map(setXml).join('')
  return ok(
    'ListResourceRecordSetsResponse',
    `<ResourceRecordSets>${items}</ResourceRecordSets><IsTruncated>${next !== undefined}</IsTruncated>${nextXml(next)}`,
  )
}

function nextXml(next: FakeSet | undefined): string {
  if (next === undefined) return ''
  const { name, type, identifier } = next
  const more = identifier === undefined ? '' : `<NextRecordIdentifier>${identifier}</NextRecordIdentifier>`
  return `<NextRecordName>${encodeName(name)}</NextRecordName><NextRecordType>${type}</NextRecordType>${more}`
}

function setXml({ name, type, ttl, values, identifier, extra = '' }: FakeSet): string {
  const policy = identifier === undefined ? '' : `<SetIdentifier>${identifier}</SetIdentifier>`
  const records = values.map((each) => `<ResourceRecord><Value>${escape(each)}</Value></ResourceRecord>`).join('')
  const plain = values.length === 0 ? '' : `<TTL>${ttl}</TTL><ResourceRecords>${records}</ResourceRecords>`
  return `<ResourceRecordSet><Name>${encodeName(name)}</Name><Type>${type}</Type>${policy}${extra}${plain}</ResourceRecordSet>`
}

/** Names by their labels from the right, then types. */
function orderOf({ name, type, identifier = '' }: Pick<FakeSet, 'name' | 'type' | 'identifier'>): string {
  const labels = encodeName(name).split('.').toReversed().join('\u0001')
  return [labels, type, identifier].join('\u0000')
}

function encodeName(name: string): string {
  return name.replaceAll('*', String.raw`\052`)
}

/** All changes of a batch, or none. */
function change(sets: FakeSet[], root: XmlElement): RecordedAnswer {
  const next = [...sets]
  for (const each of elementAt(root, 'ChangeBatch', 'Changes')?.elements ?? []) {
    const problem = applyChange(next, textAt(each, 'Action'), readSet(elementAt(each, 'ResourceRecordSet')))
    if (problem !== undefined) return problem
  }
  sets.splice(0, sets.length, ...next)
  const info = '<Id>/change/C2682N5HXP0BZ4</Id><Status>PENDING</Status><SubmittedAt>2026-01-01T00:00:00Z</SubmittedAt>'
  return ok('ChangeResourceRecordSetsResponse', `<ChangeInfo>${info}</ChangeInfo>`)
}

function applyChange(sets: FakeSet[], action: string | undefined, set: FakeSet): RecordedAnswer | undefined {
  const at = sets.findIndex(({ name, type }) => name === set.name && type === set.type)
  const present = sets[at]
  if (action === 'DELETE') {
    if (present === undefined || exact(present) !== exact(set)) {
      return invalidBatch('Tried to delete a record set that was not found')
    }
    sets.splice(at, 1)
    return undefined
  }
  if (present !== undefined) {
    return error(400, 'InvalidChangeBatch', 'Tried to create a record set, but it already exists')
  }
  if (!set.values.every((value) => set.type !== 'TXT' || textForm.test(value))) {
    return error(400, 'InvalidInput', 'Value')
  }
  const others = sets.filter(({ name }) => name === set.name)
  if (others.some(({ type }) => (type === 'CNAME') !== (set.type === 'CNAME'))) return invalidBatch('CNAME')
  sets.push(set)
  return undefined
}

const textForm =
  /^"(?:[ !#-[\]-~]|\\[0-3][0-7]{2}|\\["\\]){0,255}"(?: "(?:[ !#-[\]-~]|\\[0-3][0-7]{2}|\\["\\]){0,255}")*$/

function exact({ ttl, values }: FakeSet): string {
  return JSON.stringify([ttl, values.toSorted()])
}

function readSet(element: XmlElement | undefined): FakeSet {
  const [name = '', type = '', ttl = ''] = ['Name', 'Type', 'TTL'].map((each) => textAt(element, each))
  const values = (elementAt(element, 'ResourceRecords')?.elements ?? []).map((each) => textAt(each, 'Value') ?? '')
  return { name, type, ttl, values }
}

function ok(name: string, content: string): RecordedAnswer {
  return { status: 200, body: `<?xml version="1.0" encoding="UTF-8"?>\n<${name} ${namespace}>${content}</${name}>` }
}

function error(status: number, code: string, message: string): RecordedAnswer {
  const content = `<Error><Type>Sender</Type><Code>${code}</Code><Message>${escape(message)}</Message></Error>`
  return {
    status,
    body: `<?xml version="1.0"?>\n<ErrorResponse ${namespace}>${content}<RequestId>1</RequestId></ErrorResponse>`,
  }
}

function invalidBatch(message: string): RecordedAnswer {
  const content = `<Messages><Message>${message}</Message></Messages><RequestId>1</RequestId>`
  return {
    status: 400,
    body: `<?xml version="1.0"?>\n<InvalidChangeBatch ${namespace}>${content}</InvalidChangeBatch>`,
  }
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
