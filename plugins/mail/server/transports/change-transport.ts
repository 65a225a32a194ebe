import { randomUUID } from 'node:crypto'
import { Outbound, Problem, type EndpointInput, type FieldProblem, type WorkspaceScope } from '@host/plugin'
import { maxTransports, type changeTransport, type createTransport, type TransportSecurity } from '../../shared.ts'
import { domainUnknown } from '../mailboxes/mailbox-problems.ts'
import { provedDomains } from '../mailboxes/proved-domains.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { readAddress } from '../receive/read-address.ts'
import { passwordPlace } from './relay-routes.ts'
import { isAddress, serverName } from './server-name.ts'
import { requireTransport, type TransportRow } from './transport-rows.ts'

type Changer = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'audit'>

/** @throws Problem `invalid_input`, `conflict` */
export async function createTransportIn(
  parts: Parts,
  { db, orgId, audit }: Changer,
  input: EndpointInput<typeof createTransport>,
): Promise<TransportRow> {
  const { password: given = '' } = input
  const wanted: Wanted = {
    ...input,
    username: input.username ?? '',
    password: given,
    fromDomains: input.fromDomains ?? [],
    systemFrom: input.systemFrom ?? null,
  }
  const columns = await checkedColumns(parts, orgId, wanted)
  const seal = randomUUID()
  const password = given === '' ? null : await parts.ctx.encrypt(given, passwordPlace(orgId, seal))
  return await db.transaction(async (tx) => {
    const all = await tx.selectFrom('mail_transports').select(['id', 'position']).execute()
    if (all.length >= maxTransports) throw tooMany()
    const position = 1 + Math.max(-1, ...all.map((each) => each.position))
    const row = await tx
      .insertInto('mail_transports')
      .values({
        ...columns,
        seal,
        password,
        position,
        is_on: input.isOn ?? true,
        has_bounce_address: input.hasBounceAddress ?? true,
        created_at: new Date(parts.clock()).toISOString(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    audit.describe({ target: `mail_transport:${row.id}`, after: audited(row) })
    return row
  })
}

/** @throws Problem `not_found`, `invalid_input` */
export async function changeTransportIn(
  parts: Parts,
  { db, orgId, audit }: Changer,
  { id, ...input }: EndpointInput<typeof changeTransport> & { readonly id: string },
): Promise<TransportRow> {
  const known = await requireTransport(db, id)
  const wanted: Wanted = {
    name: input.name ?? known.name,
    host: input.host ?? known.host,
    port: input.port ?? known.port,
    security: input.security ?? known.security,
    username: input.username ?? known.username,
    password: input.password ?? (known.password === null ? '' : undefined),
    fromDomains: input.fromDomains ?? known.from_domains,
    systemFrom: input.systemFrom === undefined ? known.system_from : input.systemFrom,
  }
  const columns = await checkedColumns(parts, orgId, wanted)
  const isElsewhere = columns.host !== known.host || columns.port !== known.port || columns.username !== known.username
  if (isElsewhere && wanted.password === undefined) throw wrong([{ path: 'password', message: texts.again }])
  const seal = randomUUID()
  const { password } = wanted
  const sealed =
    password === undefined || password === '' ? null : await parts.ctx.encrypt(password, passwordPlace(orgId, seal))
  return await db.transaction(async (tx) => {
    const row = await tx
      .updateTable('mail_transports')
      .set({
        ...columns,
        ...(input.isOn !== undefined && { is_on: input.isOn }),
        ...(input.hasBounceAddress !== undefined && { has_bounce_address: input.hasBounceAddress }),
        ...(password !== undefined && { password: sealed, seal }),
      })
      .where('id', '=', id)
      // A password that was set meanwhile belongs to the server of that change.
      .where('seal', '=', known.seal)
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) throw new Problem('conflict')
    audit.describe({ target: `mail_transport:${id}`, before: audited(known), after: audited(row) })
    return row
  })
}

interface Wanted {
  readonly name: string
  readonly host: string
  readonly port: number
  readonly security: TransportSecurity
  readonly username: string
  /** Undefined for the one that is stored; empty for none. */
  readonly password: string | undefined
  readonly fromDomains: readonly string[]
  readonly systemFrom: string | null
}

/** @throws Problem `invalid_input` */
async function checkedColumns(parts: Parts, orgId: string, wanted: Wanted) {
  const { name, port, security, username, password } = wanted
  const host = serverName(wanted.host)
  const errors: FieldProblem[] = []
  if (host === undefined) errors.push({ path: 'host', message: texts.host })
  // Names are judged by their addresses, before each connection.
  else if (isAddress(host) && parts.ctx.lookup(Outbound)?.admit(host, port) === undefined) {
    errors.push({ path: 'host', message: texts.privateHost })
  }
  if (security === 'none' && password !== '') errors.push({ path: 'security', message: texts.insecure })
  if (username === '' && password !== '') errors.push({ path: 'username', message: texts.username })
  if (username !== '' && password === '') errors.push({ path: 'password', message: texts.password })
  if (/[\p{Cc}]/u.test(`${username}${password ?? ''}`)) errors.push({ path: 'username', message: texts.control })
  const domains = wanted.fromDomains.map(serverName)
  const invalid = domains.findIndex((domain) => domain === undefined || isAddress(domain))
  if (invalid !== -1) errors.push({ path: `fromDomains.${invalid}`, message: texts.domain })
  if (errors.length > 0) throw wrong(errors)
  return {
    name,
    host: host ?? '',
    port,
    security,
    username,
    from_domains: [...new Set(domains.flatMap((domain) => domain ?? []))],
    system_from: await ownSender(parts, orgId, wanted.systemFrom),
  }
}

/** @throws Problem `invalid_input` for an address on a domain that the workspace has not verified */
async function ownSender({ edge }: Pick<Parts, 'edge'>, orgId: string, address: string | null): Promise<string | null> {
  if (address === null) return null
  const read = readAddress(address)
  if (read === undefined || !(await provedDomains(edge, orgId)).has(read.domain)) throw domainUnknown('systemFrom')
  return read.address
}

function audited({ name, host, port, security, username, is_on: isOn, from_domains: fromDomains }: TransportRow) {
  return { name, host, port, security, username, isOn, fromDomains: [...fromDomains] }
}

function wrong(errors: readonly FieldProblem[]): Problem {
  return new Problem('invalid_input', { errors })
}

function tooMany(): Problem {
  return new Problem('conflict', {
    detail: {
      en: `A workspace has at most ${maxTransports} transports. Delete one that is not needed, then try again.`,
      zh: `工作区最多有 ${maxTransports} 个发送服务器。请先删除不再需要的服务器，然后重试。`,
    },
  })
}

const texts = {
  host: {
    en: 'Enter the name of a server, such as smtp.example.com.',
    zh: '请输入服务器名称，例如 smtp.example.com。',
  },
  privateHost: {
    en: 'This instance does not connect to private addresses. Ask the operator to allow it, or use a public server.',
    zh: '此实例不连接私有地址。请联系运维人员放行，或使用公网服务器。',
  },
  insecure: {
    en: 'A password is sent over TLS only. Choose TLS, or remove the password.',
    zh: '密码只能通过 TLS 发送。请选择 TLS，或移除密码。',
  },
  username: { en: 'Enter the username of the password.', zh: '请输入与密码对应的用户名。' },
  password: { en: 'Enter the password of the username.', zh: '请输入与用户名对应的密码。' },
  again: {
    en: 'Enter the password again: it is not given to another server or user.',
    zh: '请重新输入密码：密码不会用于其他服务器或用户。',
  },
  control: { en: 'Remove line breaks and control characters.', zh: '请移除换行符和控制字符。' },
  domain: { en: 'Enter a domain such as example.com.', zh: '请输入域名，例如 example.com。' },
}
