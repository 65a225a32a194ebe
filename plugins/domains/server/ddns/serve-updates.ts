/**
 * The endpoint of dynamic DNS: the protocol dyndns2, which routers and their programs speak. The password of the scheme
 * Basic is a token; it is taken from no other place, since addresses of requests end in logs.
 *
 *   token --unknown--> badauth (401); after many of one network abuse (429), which valid tokens never get
 *     '--> feature --off--> nohost (404) --> turn of the token --none left--> abuse (429) --> update --> a line for each name
 */
import { Features, requireService, type RequestScope } from '@host/plugin'
import { ClientAddresses, publicAddress } from '@host/plugin/platform'
import { addressPath, domainLimits, updatePath } from '../../shared.ts'
import { CheckSlots } from '../checks/check-slots.ts'
import { momentAfter } from '../checks/check-schedule.ts'
import type { DomainsMux } from '../domains-mux.ts'
import type { Parts } from '../parts.ts'
import { readBasic, type Credentials } from './basic-auth.ts'
import { readUpdate, type UpdateRequest } from './read-update.ts'
import { tokenHash } from './token-text.ts'
import { refusal, updateNames, type NameAnswer } from './update-names.ts'

const minute = 60_000
const failuresWindow = 10 * minute
/** Milliseconds in which an update is applied, or answered `911`. Clients wait for 30 seconds and more. */
const deadline = 20_000
/** Updates at once in each process: of all workspaces, and of each. */
const updatesAtOnce = { most: 256, mostEach: 16 }

/** Mounts the endpoint, and the one that tells clients their address, which several must know to send it. */
export function serveUpdates(mux: DomainsMux, parts: Parts): void {
  const slots = new CheckSlots(updatesAtOnce)
  mux.handle(`GET ${updatePath}`, async (scope) => await serve(parts, slots, scope), { rateLimit: 'page' })
  mux.handle(`GET ${addressPath}`, ({ request }) => ownAddress(parts, request), { rateLimit: 'page' })
}

async function serve(parts: Parts, slots: CheckSlots, scope: RequestScope): Promise<Response> {
  const { ctx, rateLimit } = parts
  const { request } = scope
  const credentials = readBasic(request.headers.get('authorization'))
  // Some clients send a password only when they are asked for it, so such requests don't count as wrong ones.
  if (credentials === undefined) return wrongToken()
  const token = await findToken(parts, credentials)
  if (token === undefined) return await refuseWrong(parts, request)
  const isOn = await requireService(ctx, Features).isEnabled(token.org_id, ctx.name)
  if (!isOn) return answered('nohost', { status: 404 })
  const turn = await rateLimit.take(`ddns:${token.id}`, domainLimits.ddnsPerMinute, minute)
  if (!turn.allowed) return tooOften(turn.resetAfter)
  const address = addressOf(parts, request)
  const update = readUpdate(scope.query, { user: credentials.user, address })
  const answers = await slots.run(token.org_id, () => answersTo(parts, scope, { token, update }))
  const lines = answers ?? [refusal('911', 'busy')]
  await record(parts, token, { lines, sent: update === 'numhost' ? '' : update.sent })
  return answered(lines.map(textOf).join('\n'))
}

/** The public address of a client; undefined for one in the network of this host, or behind an unknown proxy. */
function addressOf({ ctx }: Pick<Parts, 'ctx'>, request: Request): string | undefined {
  return publicAddress(requireService(ctx, ClientAddresses).of(request) ?? '')
}

/** In the words of the first service of this kind, which every client reads. */
function ownAddress(parts: Pick<Parts, 'ctx'>, request: Request): Response {
  const address = addressOf(parts, request)
  if (address === undefined) return answered('No public address', { status: 404 })
  return answered(`Current IP Address: ${address}`)
}

type Token = NonNullable<Awaited<ReturnType<typeof findToken>>>

async function findToken({ ctx }: Pick<Parts, 'ctx'>, { password }: Credentials) {
  const rows = ctx.db.asInstance('find the token of a dynamic DNS update').selectFrom('domains_ddns_tokens')
  const columns = ['id', 'org_id', 'zone_id', 'name', 'names', 'types', 'created_by'] as const
  return await rows.select(columns).where('hash', '=', tokenHash(password)).executeTakeFirst()
}

/** Counted by network. A valid token was found before, so its owner is never refused for the wrong ones of others. */
async function refuseWrong({ rateLimit }: Pick<Parts, 'rateLimit'>, request: Request): Promise<Response> {
  const budget = { limit: domainLimits.ddnsFailures, window: failuresWindow }
  const { allowed, resetAfter } = await rateLimit.takeFrom(request, 'ddns-failure', budget)
  return allowed ? wrongToken() : tooOften(resetAfter)
}

function wrongToken(): Response {
  const headers = { 'www-authenticate': 'Basic realm="dynamic DNS", charset="UTF-8"' }
  return answered('badauth', { status: 401, headers })
}

interface AskedUpdate {
  readonly token: Token
  readonly update: UpdateRequest | 'numhost'
}

async function answersTo(
  parts: Parts,
  scope: RequestScope,
  { token, update }: AskedUpdate,
): Promise<readonly NameAnswer[]> {
  if (update === 'numhost') return [refusal('numhost', null)]
  const { names, addresses } = update
  if (addresses === undefined) return names.map(() => refusal('dnserr', 'address'))
  const db = parts.ctx.db.inWorkspace(token.org_id, 'update addresses by dynamic DNS')
  const signal = AbortSignal.any([scope.signal, AbortSignal.timeout(deadline)])
  return await updateNames(parts, { db, orgId: token.org_id, signal, token, names, addresses })
}

interface AnsweredUpdate {
  readonly lines: readonly NameAnswer[]
  readonly sent: string
}

/** Stores the last use of a token, with the most important of its answers. */
async function record(
  { ctx, clock, live }: Parts,
  { id, org_id: orgId }: Token,
  { lines, sent }: AnsweredUpdate,
): Promise<void> {
  const failed = lines.find(({ answer }) => answer !== 'good' && answer !== 'nochg')
  const shown = failed ?? lines.find(({ answer }) => answer === 'good') ?? lines[0]
  await ctx.db
    .inWorkspace(orgId, 'record the last use of a token for dynamic DNS')
    .updateTable('domains_ddns_tokens')
    .set({
      last_used_at: momentAfter(clock()),
      last_address: sent,
      last_answer: shown?.answer ?? null,
      last_problem: shown?.problem ?? null,
    })
    .where('id', '=', id)
    .execute()
  live.changed(orgId, ['/api/x/domains/ddns-tokens'])
}

function textOf({ answer, addresses }: NameAnswer): string {
  return addresses.length === 0 ? answer : `${answer} ${addresses.join(',')}`
}

function tooOften(resetAfter: number): Response {
  return answered('abuse', { status: 429, headers: { 'retry-after': String(Math.max(1, Math.ceil(resetAfter))) } })
}

/** With its length, since `ddclient` doesn't understand chunks. */
function answered(text: string, { status = 200, headers = {} }: Answer = {}): Response {
  const body = Buffer.from(`${text}\n`)
  const own = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }
  return new Response(body, { status, headers: { ...own, 'content-length': String(body.length), ...headers } })
}

interface Answer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}
