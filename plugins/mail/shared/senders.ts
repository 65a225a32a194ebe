/** Domains that a workspace sends from: their DKIM keys, and whether receivers accept their mail. */
import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint, listInput, pageOf } from '@host/plugin/zod'
import { mailLimits } from './limits.ts'

/** Stages of the keys of a sending domain, in their order; see `server/models/senders.ts`. */
export const signingStages = ['publishing', 'waiting', 'signing', 'retiring', 'removing'] as const
export type SigningStage = (typeof signingStages)[number]

/** Whether receivers accept the mail of a domain, as it was last announced. */
export const senderStates = ['unknown', 'ready', 'not_ready'] as const
export type SenderState = (typeof senderStates)[number]

/** Lines of the readiness, in their order. */
export const lineIds = [
  'dkim',
  'spf',
  'dmarc',
  'mx',
  'return_path',
  'ptr',
  'tls',
  'unsubscribe',
  'complaints',
  'mta_sts',
  'tls_rpt',
] as const
export type LineId = (typeof lineIds)[number]

/** Lines that receivers don't ask for. */
export const optionalLines: ReadonlySet<LineId> = new Set(['mta_sts', 'tls_rpt'])

/** Lines that a plan of DNS records can fix. */
export const fixableLines = ['dkim', 'spf', 'dmarc', 'mx', 'tls_rpt'] as const
export type FixableLine = (typeof fixableLines)[number]

export const lineStates = ['ok', 'warn', 'fail', 'unknown'] as const
export type LineState = (typeof lineStates)[number]

/** A line as it was last checked. */
export interface ReadinessLine {
  readonly id: LineId
  readonly state: LineState
  /** A reason of `server/senders/line-texts.ts`, with its values. */
  readonly reason: string
  readonly params?: Readonly<Record<string, string | number>>
}

export const proofStates = ['sending', 'arrived', 'failed', 'late'] as const
export type ProofState = (typeof proofStates)[number]

const LineOut = z.object({
  id: z.enum(lineIds),
  state: z
    .enum(lineStates)
    .check(z.describe('`unknown` where a look-up had no answer; such a line is neither right nor wrong.')),
  reason: z.string().check(z.describe("One or two sentences in the caller's language.")),
  isOptional: z.boolean().check(z.describe('Whether receivers accept mail without it.')),
  canFix: z.boolean().check(z.describe('Whether a plan of DNS records can fix it now.')),
})

const KeysOut = z.object({
  id: z.string(),
  stage: z
    .enum(signingStages)
    .check(
      z.describe(
        '`publishing` until every name server has both records, `waiting` for 48 hours, `signing`, `retiring` for 7 days, `removing` until the records are gone.',
      ),
    ),
  selectors: z.array(z.string()),
  servedAt: z.nullable(z.string()).check(z.describe('Since when every name server has both records.')),
  signsAt: z.nullable(z.string()).check(z.describe('When they sign, or since when.')),
  retiredAt: z.nullable(z.string()),
  missingAt: z.nullable(z.string()).check(z.describe('Since when a record is gone that was there.')),
  createdAt: z.string(),
})

const RecordOut = z.object({
  line: z.enum(fixableLines),
  name: z.string(),
  type: z.enum(['TXT', 'MX']),
  values: z
    .array(z.string())
    .check(z.describe('Every record that the name should have; text without quotes, as forms of providers take it.')),
  action: z.enum(['set', 'delete']),
})

const ProofOut = z.object({
  state: z.enum(proofStates),
  address: z.string(),
  isOwn: z.boolean().check(z.describe('Whether it was sent to this instance, which then shows what it found.')),
  sentAt: z.string(),
  arrivedAt: z.nullable(z.string()),
  results: z
    .nullable(z.string())
    .check(z.describe('The `Authentication-Results` of the receiver; null where it was another server.')),
  tls: z.nullable(z.string()).check(z.describe('Protocol and cipher of the connection; null without TLS.')),
  reply: z.nullable(z.string()).check(z.describe('What the receiving server said, or why nothing arrived.')),
})

const shown = {
  id: z.string(),
  domain: z.string().check(z.describe('In Unicode.')),
  asciiDomain: z.string(),
  isVerified: z.boolean().check(z.describe('Whether the workspace still has the domain verified.')),
  isSigning: z.boolean(),
  state: z.enum(lineStates).check(z.describe('The worst of its lines that receivers ask for.')),
  failing: z.int().check(z.describe('Lines that fail.')),
  checkedAt: z.nullable(z.string()),
  rotateDays: z.nullable(z.int()),
  createdAt: z.string(),
}

const SenderOut = z.object(shown)

const SenderDetails = z.object({
  ...shown,
  lines: z.array(LineOut),
  keys: z.array(KeysOut).check(z.describe('The newest first.')),
  zone: z
    .nullable(z.object({ id: z.string(), name: z.string() }))
    .check(z.describe('The DNS zone of this workspace that holds its records; null where they are set elsewhere.')),
  records: z
    .array(RecordOut)
    .check(z.describe('Records to set or delete by hand so that the lines are right; none where a zone is here.')),
  proof: z.nullable(ProofOut).check(z.describe('The last email that the domain has sent as a proof.')),
})

/** A sending domain as a list shows it. */
export type SendingDomain = z.infer<typeof SenderOut>
/** A sending domain with its lines, keys and records. */
export type SendingDomainDetails = z.infer<typeof SenderDetails>
export type ShownLine = z.infer<typeof LineOut>
export type ShownKeys = z.infer<typeof KeysOut>
export type ShownProof = z.infer<typeof ProofOut>
export type SenderRecord = z.infer<typeof RecordOut>

const example: SendingDomain = {
  id: 'mailsender_01h455vb4pex5vsknk084sn02q',
  domain: 'example.com',
  asciiDomain: 'example.com',
  isVerified: true,
  isSigning: false,
  state: 'fail',
  failing: 3,
  checkedAt: null,
  rotateDays: null,
  createdAt: '2026-01-31T08:15:00.000Z',
}

const exampleDetails: SendingDomainDetails = {
  ...example,
  lines: [],
  keys: [
    {
      id: 'mailkeys_01h455vb4pex5vsknk084sn02q',
      stage: 'publishing',
      selectors: ['h20260131k7e', 'h20260131k7r'],
      servedAt: null,
      signsAt: null,
      retiredAt: null,
      missingAt: null,
      createdAt: '2026-01-31T08:15:00.000Z',
    },
  ],
  zone: null,
  records: [],
  proof: null,
}

export const listSenders = defineEndpoint({
  pattern: 'GET /api/x/mail/senders',
  input: listInput({ sort: ['domain'] }),
  output: pageOf(SenderOut),
  summary: 'List sending domains',
  mcp: {
    name: 'list_sending_domains',
    description: 'Lists the domains that this workspace sends email from, and whether receivers accept it.',
  },
  examples: [{ input: {}, output: { items: [example], nextCursor: null } }],
})

export const readSender = defineEndpoint({
  pattern: 'GET /api/x/mail/senders/{id}',
  input: nothing,
  output: SenderDetails,
  summary: 'Read a sending domain: its readiness, keys and records',
  mcp: {
    name: 'read_sending_domain',
    description:
      'Reads one sending domain: each line of its readiness with the reason, its DKIM keys, and the DNS records to set.',
  },
})

export const createSender = defineEndpoint({
  pattern: 'POST /api/x/mail/senders',
  input: z.strictObject({
    domain: z
      .string()
      .check(
        z.trim(),
        z.minLength(3),
        z.maxLength(mailLimits.address),
        z.describe('A domain that this workspace has verified.'),
      ),
  }),
  output: SenderDetails,
  role: 'admin',
  status: 201,
  audit: 'mail_sender.created',
  summary: 'Set up sending from a verified domain; its DKIM keys are made',
  errors: ['conflict', 'tier_required'],
  examples: [{ input: { domain: 'example.com' }, output: exampleDetails }],
})

export const changeSender = defineEndpoint({
  pattern: 'PATCH /api/x/mail/senders/{id}',
  input: z.strictObject({
    rotateDays: z
      .nullable(z.int().check(z.gte(mailLimits.fewestRotateDays), z.lte(mailLimits.mostRotateDays)))
      .check(z.describe('Days between rotations of its DKIM keys; null for never.')),
  }),
  output: SenderDetails,
  role: 'admin',
  audit: 'mail_sender.updated',
  summary: 'Choose how often the keys of a sending domain are rotated',
})

export const deleteSender = defineEndpoint({
  pattern: 'DELETE /api/x/mail/senders/{id}',
  input: nothing,
  output: nothing,
  role: 'admin',
  audit: 'mail_sender.deleted',
  summary: 'Delete a sending domain with its keys; its mail is no longer signed',
})

export const checkSenderNow = defineEndpoint({
  pattern: 'POST /api/x/mail/senders/{id}/check',
  input: nothing,
  output: SenderDetails,
  // Pages ask while a user waits; a change of state is recorded on its own.
  audit: false,
  summary: 'Check every line of a sending domain now',
  errors: ['too_many_requests'],
  mcp: {
    name: 'check_sending_domain',
    description: 'Checks every line of the readiness of a sending domain now, by look-ups in DNS.',
  },
})

export const rotateSender = defineEndpoint({
  pattern: 'POST /api/x/mail/senders/{id}/rotate',
  input: nothing,
  output: SenderDetails,
  role: 'admin',
  audit: 'mail_sender.rotation_started',
  summary: 'Make new DKIM keys, which replace the present ones once their records are served',
  errors: ['conflict'],
  mcp: {
    name: 'rotate_dkim_keys',
    description: 'Makes new DKIM keys of a sending domain. They sign 48 hours after their DNS records are served.',
    approval: true,
  },
})

export const planSender = defineEndpoint({
  pattern: 'POST /api/x/mail/senders/{id}/plan',
  input: z.strictObject({
    lines: z
      .optional(z.array(z.enum(fixableLines)).check(z.minLength(1), z.maxLength(fixableLines.length)))
      .check(z.describe('The lines to fix; every one that can be fixed when left out.')),
    reportsTo: z
      .optional(z.string().check(z.trim(), z.maxLength(mailLimits.address)))
      .check(z.describe('The email address that DMARC and TLS reports are sent to.')),
  }),
  output: z.object({
    changesetId: z
      .nullable(z.string())
      .check(z.describe('The plan to approve; null where nothing would change, or no zone is here.')),
    records: z.array(RecordOut).check(z.describe('The records, to be set by hand where no zone is here.')),
  }),
  role: 'admin',
  audit: 'mail_sender.planned',
  summary: 'Plan the DNS records that fix lines of a sending domain',
  description:
    'The lines are checked first. The plan changes nothing before it is approved; SPF terms and DMARC policies stay.',
  errors: ['conflict', 'service_unavailable', 'too_many_requests'],
  mcp: {
    name: 'plan_sending_domain',
    description: 'Plans the DNS records that fix lines of a sending domain. The plan waits for its approval.',
    approval: true,
  },
  changes: ['/api/changesets'],
})

export const proveSender = defineEndpoint({
  pattern: 'POST /api/x/mail/senders/{id}/proof',
  input: z.strictObject({
    to: z
      .optional(z.string().check(z.trim(), z.minLength(3), z.maxLength(mailLimits.address)))
      .check(z.describe('Your own email address, where the domain does not receive here.')),
  }),
  output: ProofOut,
  role: 'admin',
  audit: 'mail_sender.proof_sent',
  summary: 'Send an email from the domain, and show what its receiver found',
  errors: ['conflict', 'too_many_requests'],
})
