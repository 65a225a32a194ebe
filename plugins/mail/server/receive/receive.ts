import { joinInTurns, type ParsedMessage } from '@host/email'
import { mailLimits } from '../../shared.ts'
import { takeBounces, takeNamedBounces } from '../bounces/take-bounces.ts'
import type { Parts } from '../parts.ts'
import { takeReports } from '../reports/take-reports.ts'
import type { Stored, Target } from './claim-deliveries.ts'
import { findMailboxes, type FoundMailbox } from './find-mailboxes.ts'
import { bodyHash, fingerprint } from './fingerprint.ts'
import type { Delivery, Incoming, Outcome } from './incoming.ts'
import { judgeSender } from './judge-sender.ts'
import { discardMessage, stageMessage } from './staged-message.ts'
import type { StoredByMailbox } from './store-messages.ts'

/**
 * Receives a message, whichever way it came: finds the mailboxes of its recipients, parses it apart, and stores it once in
 * each workspace. It resolves when everything that it says is stored has been committed. A message over a limit of the
 * parser is stored raw.
 *
 * A rejection means that not every recipient is known to have it: the peer sends it again, and the mailboxes that have it
 * know the repeat.
 * @throws Error `ParseQueueFullError` where too many messages wait; Problem `service_unavailable`
 */
export async function receive(parts: Parts, incoming: Incoming): Promise<readonly Delivery[]> {
  const { source, envelope } = incoming
  try {
    const deliveries = await deliver(parts, incoming)
    for (const { outcome } of deliveries) parts.metrics.countReceived({ source, result: outcome })
    return deliveries
  } catch (error) {
    parts.metrics.countReceived({ source, result: 'failed' }, Math.max(1, envelope.to.length))
    throw error
  }
}

async function deliver(parts: Parts, incoming: Incoming): Promise<readonly Delivery[]> {
  const { orgId } = incoming
  const isNamed = incoming.envelope.to.length > 0
  const early = isNamed ? undefined : await parts.pool.parse(incoming.bytes)
  const to = early === undefined ? incoming.envelope.to : statedRecipients(early)
  const bounces = await takeBounces(parts, { incoming, to, early })
  const rest = to.filter((address) => !bounces.has(address))
  const found = await findMailboxes(parts, rest, orgId)
  const folders = foldersOf(incoming, [...new Set(found.values())])
  const wanted = [...found].filter(([, box]) => folders.get(box) !== 'refuse')
  const stored = new Map<string, Stored>()
  if (wanted.length > 0) {
    const parsed = early ?? (await parts.pool.parse(incoming.bytes))
    const body = await bodyHash(incoming.bytes, parsed.headers.messageId)
    for (const [place, boxes] of byWorkspace(wanted)) {
      await takeNamedBounces(parts, { orgId: place, bytes: incoming.bytes, parsed })
      await takeReports(parts, { orgId: place, parsed, checks: incoming.checks })
      const targets = targetsOf({ incoming, parsed, folders, body }, boxes)
      for (const [id, outcome] of await storeIn(parts, { orgId: place, incoming, parsed, targets })) {
        stored.set(id, outcome)
      }
    }
  }
  return to.map((address) => {
    if (bounces.has(address)) return { address, outcome: 'stored' }
    const box = found.get(address)
    const outcome: Outcome =
      box === undefined ? 'unknown' : folders.get(box) === 'refuse' ? 'refused' : (stored.get(box.id) ?? 'unknown')
    return { address, outcome }
  })
}

type Folders = ReadonlyMap<FoundMailbox, ReturnType<typeof judgeSender>>

/** The folder of each mailbox. By SMTP one answer is for all recipients, and a message that one accepts must not be lost. */
function foldersOf({ checks, source }: Incoming, boxes: readonly FoundMailbox[]): Folders {
  const judged = boxes.map((box) => [box, judgeSender(box, checks)] as const)
  const isAccepted = source === 'smtp' && judged.some(([, folder]) => folder !== 'refuse')
  return new Map(judged.map(([box, folder]) => [box, folder === 'refuse' && isAccepted ? 'spam' : folder]))
}

/** The recipients that a message itself states. */
function statedRecipients({ headers }: ParsedMessage): readonly string[] {
  const stated = [...headers.to, ...headers.cc, ...headers.bcc].map(({ address }) => address)
  return [...new Set(stated)].slice(0, mailLimits.recipients)
}

type Recipients = readonly (readonly [address: string, box: FoundMailbox])[]

function byWorkspace(found: Recipients): ReadonlyMap<string, Recipients> {
  return Map.groupBy(found, ([, { orgId }]) => orgId)
}

interface ParsedIncoming {
  readonly incoming: Incoming
  readonly parsed: ParsedMessage
}

/** Each mailbox once, with all recipients that lead to it. */
function targetsOf(
  { incoming, parsed, folders, body }: ParsedIncoming & { readonly folders: Folders; readonly body: string },
  recipients: Recipients,
): readonly Target[] {
  const { messageId } = parsed.headers
  const { from } = incoming.envelope
  return [...Map.groupBy(recipients, ([, { id }]) => id)].flatMap(([mailboxId, all]) => {
    const [first] = all
    const folder = first && folders.get(first[1])
    if (folder === undefined || folder === 'refuse') return []
    const addresses = all.map(([address]) => address.toLowerCase())
    return [
      { mailboxId, folder, fingerprint: fingerprint({ mailboxId, messageId, from, recipients: addresses, body }) },
    ]
  })
}

interface Storing extends ParsedIncoming {
  readonly orgId: string
  readonly targets: readonly Target[]
}

async function storeIn(parts: Parts, { orgId, incoming, parsed, targets }: Storing): Promise<StoredByMailbox> {
  const receivedAt = new Date(parts.clock()).toISOString()
  const staged = await stageMessage(parts, orgId, { bytes: await rawOf(incoming), parsed })
  const bytes = [staged.raw, ...staged.files].reduce((sum, { blob }) => sum + blob.size, parsed.html?.length ?? 0)
  let isStored = false
  try {
    const outcomes = await parts.commits.run({ orgId, bytes, incoming, parsed, staged, receivedAt, targets })
    isStored = [...outcomes.values()].includes('stored')
    return outcomes
  } finally {
    if (isStored) {
      parts.live.changed(orgId, ['/api/emails', '/api/x/mail/mailboxes'])
      await parts.storage.add(orgId, staged.raw.blob.size)
    } else await discardMessage(parts, staged)
  }
}

/** The email as it is stored. */
async function rawOf({ trace, bytes }: Incoming): Promise<Uint8Array> {
  return trace === undefined ? bytes : await joinInTurns([trace, bytes])
}
