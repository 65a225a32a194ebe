import { column, model } from '@host/plugin'
import { Message } from './messages.ts'
import type { LineId, ProofState, ReadinessLine, SenderState, SigningStage } from '../../shared.ts'

/** A verified domain that a workspace sends from. */
const Sender = model(
  'mail_senders',
  {
    id: column.id('mailsender'),
    org_id: column.org(),
    /** As DNS has it. */
    domain: column.text({ max: 253 }),
    /** In Unicode, for people. */
    shown_name: column.text({ max: 253 }),
    /** Days between rotations of its keys; null while only people rotate them. */
    rotate_days: column.integer({ nullable: true }),
    state: column.text<SenderState>({ max: 20, default: 'unknown' }),
    /** The readiness as it was last checked. */
    lines: column.json<readonly ReadinessLine[]>({ default: [] }),
    checked_at: column.time({ nullable: true }),
    /** Lines that failed in the last check of the background, of which a second failure is a notification. */
    broken: column.json<readonly LineId[]>({ default: [] }),
    /** The job that moves its keys on and checks it. */
    job: column.job({ nullable: true }),
    next_at: column.time({ nullable: true }),
    created_by: column.text({ max: 60 }),
    created_at: column.time({ default: 'now' }),
  },
  {
    unique: [['org_id', 'domain']],
    index: [['org_id', 'id'], ['next_at']],
    label: 'shown_name',
  },
)

/**
 * The two DKIM keys of a sending domain that are published, sign and retire together:
 *
 *   publishing --every authoritative server has both records--> waiting --48 hours--> signing --rotation--> retiring
 *       ^-------------------a record is gone again--------------------'                                        |
 *                                                  deleted <--no server has a record-- removing <----7 days----'
 *
 * The first keys of a domain don't wait, since no other ones sign meanwhile.
 */
const SigningKeys = model(
  'mail_signing_keys',
  {
    id: column.id('mailkeys'),
    org_id: column.org(),
    sender_id: column.reference(Sender, { onDelete: 'cascade' }),
    /** As DNS has it. */
    domain: column.text({ max: 253 }),
    stage: column.text<SigningStage>({ max: 20 }),
    /** Selectors are `<base>e` and `<base>r`. */
    selector: column.text({ max: 40 }),
    /** Base 64, as the records have them. */
    ed25519_public: column.text({ max: 100, secret: false }),
    rsa_public: column.text({ max: 1_000, secret: false }),
    /** The name of this row, for which its private keys are sealed; known before the row is. */
    seal: column.text({ max: 40 }),
    /** Sealed JSON of `PrivateKeys`. */
    private_keys: column.text({ max: 8_000, secret: true }),
    /** The last plan of its records. */
    changeset_id: column.text({ max: 60, nullable: true }),
    /** Since when every authoritative server has both records. */
    served_at: column.time({ nullable: true }),
    signs_at: column.time({ nullable: true }),
    retired_at: column.time({ nullable: true }),
    /** Since when a record is gone that was there. */
    missing_at: column.time({ nullable: true }),
    created_at: column.time({ default: 'now' }),
  },
  {
    unique: [['org_id', 'domain', 'selector']],
    index: [
      ['org_id', 'id'],
      ['org_id', 'domain', 'stage'],
      ['domain', 'stage'],
    ],
    label: 'selector',
  },
)

/** The last email that a sending domain has sent to show how it arrives. */
const Proof = model(
  'mail_sender_proofs',
  {
    id: column.id('mailproof'),
    org_id: column.org(),
    sender_id: column.reference(Sender, { onDelete: 'cascade' }),
    /** Where it was sent to. */
    address: column.text({ max: 320 }),
    /** Whether the address is one of `proofAddress`. */
    is_own: column.boolean(),
    state: column.text<ProofState>({ max: 10 }),
    message_id: column.reference(Message, { onDelete: 'null' }),
    outgoing_id: column.text({ max: 60, nullable: true }),
    results: column.text({ max: 8_000, nullable: true }),
    tls: column.text({ max: 100, nullable: true }),
    reply: column.text({ max: 1_000, nullable: true }),
    sent_at: column.time(),
    arrived_at: column.time({ nullable: true }),
  },
  { unique: [['org_id', 'sender_id']], index: [['org_id', 'id'], ['address']], label: 'address' },
)

export const senderModels = [Sender, SigningKeys, Proof] as const
