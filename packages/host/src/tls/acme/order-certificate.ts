/** One certificate: from CAA and the account to the checked chain. */
import type { KeyObject } from 'node:crypto'
import {
  AcmeError,
  certificateIdentity,
  checkChain,
  createCertificateRequest,
  issueCertificate,
  type AcmeAccount,
  type AcmeClient,
  type AcmeErrorCode,
  type AcmeOrder,
  type IssuedChain,
  type ReadCaa,
  type Wait,
} from '@host/acme'
import type { Log } from '@host/plugin'
import type { AcmeAccounts } from './acme-accounts.ts'
import type { AcmeOrders } from './acme-orders.ts'
import { hostProofs, hostSolver, type HostSolverOptions, type UnprovedHost } from './host-solver.ts'
import type { DueHost } from './order-budget.ts'
import { requireCaa } from './read-caa.ts'

/** Dependencies of orders. */
export interface OrderOptions extends HostSolverOptions {
  readonly client: AcmeClient
  readonly accounts: AcmeAccounts
  readonly orders: AcmeOrders
  readonly readCaa: ReadCaa
  readonly profile: string | undefined
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly wait?: Wait
  readonly log: Pick<Log, 'warn'>
}

/** A certificate that was issued, with its key. */
export interface OrderedCertificate extends IssuedChain {
  readonly key: KeyObject
  /** URL of the account that ordered it. */
  readonly account: string
}

/** The certificate that a host has. */
export interface PresentCertificate {
  /** PEM. */
  readonly chain: string
  /** URL of the account that ordered it; undefined where that is unknown. */
  readonly account: string | undefined
}

interface RenewedHost extends UnprovedHost {
  readonly present: PresentCertificate | undefined
}

/**
 * Orders the certificate of a host, or resumes its order.
 *
 * @param present the certificate that it has; the authority then knows that this order renews it
 * @throws CertificateFailure, AcmeError; the reason of the signal, which leaves the order open
 */
export async function orderCertificate(
  due: RenewedHost,
  options: OrderOptions,
  signal: AbortSignal,
): Promise<OrderedCertificate> {
  const { client, accounts, clock, readCaa, wait, log } = options
  const { host } = due
  const proofs = await hostProofs(due, options)
  const account = await accounts.open(signal)
  const { caaIdentities: identities } = await client.directory(signal)
  const question = { identities, accountUrl: account.url, methods: proofs.methods }
  const methods = await requireCaa(host, readCaa, question)
  const solver = hostSolver({ ...proofs, methods }, options, signal)
  const { order, key } =
    (await resume(due, { ...options, account }, signal)) ?? (await begin(due, { ...options, account }, signal))
  const request = createCertificateRequest([host], key)
  const onLeftover = (error: unknown): void => log.warn('The proof of a host could not be removed', { host, error })
  const pem = await issueCertificate(signal, { account, order, request, solver, onLeftover, ...(wait && { wait }) })
  return { ...checkChain(pem, { privateKey: key, names: [host], now: clock() }), key, account: account.url }
}

/** Errors that are not about an order. */
const lastingErrors: ReadonlySet<AcmeErrorCode> = new Set(['rateLimited', 'badNonce', 'accountDoesNotExist'])

interface AtAuthority extends Pick<OrderOptions, 'orders' | 'profile' | 'clock'> {
  readonly account: AcmeAccount
}

interface StartedOrder {
  readonly order: AcmeOrder
  readonly key: KeyObject
}

/** The order of an earlier attempt, where the authority still has it. */
async function resume(
  { host }: DueHost,
  { account, orders, clock }: AtAuthority,
  signal: AbortSignal,
): Promise<StartedOrder | undefined> {
  const open = await orders.find(host)
  if (open === undefined) return undefined
  try {
    const order = await account.readOrder(signal, open.url)
    const isOver = order.status === 'invalid' || (order.expiresAt ?? Infinity) <= clock()
    if (!isOver) return { order, key: open.key }
  } catch (error) {
    if (!isGone(error)) throw error
  }
  await orders.end(host)
  return undefined
}

async function begin(
  { host, orgId, present }: RenewedHost,
  { account, orders, profile }: AtAuthority,
  signal: AbortSignal,
): Promise<StartedOrder> {
  const { id, key } = await orders.begin({ host, orgId })
  const wanted = { names: [host], profile }
  // An authority refuses an order that replaces a certificate of another account.
  const replaces = present?.account === account.url ? certificateIdentity(present.chain) : undefined
  const order = await account.createOrder(signal, { ...wanted, replaces }).catch(async (error: unknown) => {
    if (replaces === undefined || !isRefused(error)) throw error
    return await account.createOrder(signal, wanted)
  })
  await orders.open(id, order.url)
  return { order, key }
}

/** Expired orders are gone, and those of a replaced account are refused. Any other error may end. */
function isGone(error: unknown): boolean {
  if (!(error instanceof AcmeError) || lastingErrors.has(error.code)) return false
  return error.status === 404 || error.code === 'malformed' || error.code === 'unauthorized'
}

/** Whether the authority refused a request for its content, so that another one may be accepted. */
function isRefused(error: unknown): boolean {
  if (!(error instanceof AcmeError) || lastingErrors.has(error.code)) return false
  return error.status !== undefined && error.status >= 400 && error.status < 500
}
