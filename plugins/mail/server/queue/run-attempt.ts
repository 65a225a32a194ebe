import type { Delivery, OutgoingMessage } from '@host/email'
import type { WorkspaceContext } from '@host/plugin'
import { bounceAddress } from '../bounces/bounce-address.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import type { Route } from '../transports/route.ts'
import { markInDoubt, type Claimed, type ClaimedRecipient, type DueMessage } from './claim-recipients.ts'
import { domainOf } from './domains.ts'
import { localDelivery } from './local-delivery.ts'
import type { MessageBytes } from './compose-automatic.ts'
import { recordAttempt } from './record-attempt.ts'
import { untilStored } from './until-stored.ts'

export interface RunningAttempt {
  readonly due: DueMessage
  readonly claimed: Claimed
  readonly routes: readonly Route[]
  readonly message: MessageBytes & {
    readonly envelopeFrom: string
    /** Whether this instance receives mail for the domain of `envelopeFrom`. */
    readonly takesBounces: boolean
  }
}

type Scope = Pick<WorkspaceContext<Tables>, 'db' | 'signal'>

/** Tries one way after the other for those recipients that the way before could not take the message for. */
export async function runAttempt(parts: Parts, scope: Scope, attempt: RunningAttempt): Promise<void> {
  const { due, claimed, routes } = attempt
  let open: readonly ClaimedRecipient[] = claimed.recipients
  for (const [at, route] of routes.entries()) {
    const destination = route.destinationOf(due.domain)
    // The caller has entered the first one.
    if (at > 0 && !parts.pace.enter(destination)) continue
    let delivery: Delivery | undefined
    try {
      delivery = await deliver(parts, scope, { ...attempt, route, recipients: open })
    } finally {
      parts.pace.leave(destination, resultOf(delivery))
    }
    const isLast = at === routes.length - 1
    const result = { due, token: claimed.token, recipients: open, via: route.name, kind: route.kind, delivery, isLast }
    open = await untilStored(() => recordAttempt(parts, scope.db, result))
    if (open.length === 0) return
  }
}

/** Milliseconds for a reply to a whole message after the host was told to stop. */
const lastWords = 500

async function deliver(
  parts: Parts,
  { db, signal }: Scope,
  { due, claimed, route, message, recipients }: RunningAttempt & Pick<RouteUse, 'route' | 'recipients'>,
): Promise<Delivery> {
  const stop = new AbortController()
  let isMarked = false
  const onAbort = (): void => {
    if (isMarked) setTimeout(() => stop.abort(), lastWords).unref()
    else stop.abort()
  }
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  const ids = new Map(recipients.map(({ id, address }) => [address, id]))
  try {
    return await route.send(due.domain, await envelopeOf(parts, { route, message, recipients }), {
      signal: stop.signal,
      beforeEnd: async (accepted) => {
        if (signal.aborted) return false
        const now = new Date(parts.clock()).toISOString()
        const marked = accepted.map((address) => ids.get(address) ?? '')
        isMarked = await markInDoubt(db, { token: claimed.token, ids: marked, now })
        return isMarked
      },
    })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const addresses = recipients.map(({ address }) => address)
    return localDelivery(addresses, { enhanced: '5.6.0', text: error.message, at: parts.clock() })
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

interface RouteUse extends Pick<RunningAttempt, 'message'> {
  readonly route: Route
  readonly recipients: readonly ClaimedRecipient[]
}

/** The sender of the envelope leads bounces to the first recipient, and by it to those that have the same transaction. */
async function envelopeOf(parts: Parts, { route, message, recipients }: RouteUse): Promise<OutgoingMessage> {
  const { bytes, hasUtf8Headers, envelopeFrom } = message
  const [first] = recipients
  const isOwn = envelopeFrom !== '' && route.hasBounceAddress && message.takesBounces
  const sender =
    isOwn && first !== undefined
      ? await bounceAddress(parts, { recipientId: first.id, domain: domainOf(envelopeFrom) })
      : envelopeFrom
  return { sender, recipients: recipients.map(({ address }) => address), bytes, hasUtf8Headers }
}

/** A destination that defers every recipient asks for fewer connections. */
function resultOf(delivery: Delivery | undefined): 'taken' | 'refusing' | undefined {
  const outcomes = delivery?.recipients.map(({ outcome }) => outcome) ?? []
  if (outcomes.every(({ reason }) => reason === 'aborted')) return undefined
  return outcomes.every(({ kind }) => kind === 'deferred') ? 'refusing' : 'taken'
}
