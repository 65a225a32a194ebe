import { defineEndpoint, type Page } from '@host/plugin/wire'
import { typed } from './typed.ts'

/** An entry of the audit log in a list. */
export interface ListedAuditEntry {
  readonly id: string
  /** Position in the sealed chain; null until sealed. */
  readonly sequence: number | null
  readonly action: string
  readonly actor: {
    readonly kind: 'user' | 'token' | 'agent' | 'support' | 'host' | 'anonymous'
    readonly id: string | null
    readonly name: string | null
    /** The API token that acted as this user. */
    readonly tokenId: string | null
    /** Name of the token; null after it is deleted. */
    readonly tokenName: string | null
    /** The owner who granted the support access of this instance admin; null for all others. */
    readonly grantedById: string | null
    /** Name of that owner; null after the account is deleted. */
    readonly grantedByName: string | null
  }
  readonly target: string | null
  readonly address: string | null
  readonly at: string
  /** Name of the target; null where it has none. */
  readonly targetName: string | null
  /** What the actor did, in the language of the reader; null where the action has no sentence. */
  readonly sentence: string | null
}

/** Entries to be listed. */
export interface EntriesInput {
  readonly action?: string
  readonly actor?: string
  readonly target?: string
  readonly from?: string
  readonly to?: string
  readonly requestId?: string
  readonly signIns?: boolean
  readonly limit?: number | string
  readonly cursor?: string
  readonly total?: boolean
}

/** The entry that the examples show. */
export const exampleEntry: ListedAuditEntry = {
  id: 'aud_01h455vb4pex5vsknk084sn02q',
  sequence: 4211,
  action: 'member.role_changed',
  actor: {
    kind: 'user',
    id: 'usr_01h455vb4pex5vsknk084sn02q',
    name: 'Ada',
    tokenId: null,
    tokenName: null,
    grantedById: null,
    grantedByName: null,
  },
  target: 'user:usr_01h455vb4pex5vsknk084sn02r',
  targetName: 'Grace',
  sentence: 'changed the role of Grace from member to admin',
  address: '203.0.113.7',
  at: '2026-01-31T08:15:00.000Z',
}

/** A build without the plugin of the audit log answers 404. */
export const listEntries = defineEndpoint({
  pattern: 'GET /api/audit',
  input: typed<EntriesInput>(),
  output: typed<Page<ListedAuditEntry>>(),
  role: 'admin',
  summary: 'List the audit log of this workspace, newest first',
  mcp: {
    name: 'list_entries',
    description:
      'Lists the audit log of this workspace, newest first, with actor, action, time and target. Filter by action, actor, target or time. Read one entry to see its changes.',
  },
  examples: [
    {
      title: 'Actions of one user since a date',
      input: { actor: 'usr_01h455vb4pex5vsknk084sn02q', from: '2026-01-01T00:00:00Z', limit: 50 },
      output: {
        items: [exampleEntry],
        nextCursor: null,
      },
    },
  ],
})
