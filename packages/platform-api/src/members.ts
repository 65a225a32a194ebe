import { defineEndpoint, type Page, type Role } from '@host/plugin/wire'
import { typed } from './typed.ts'

/** A member of the workspace. */
export interface Member {
  readonly userId: string
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly joinedAt: string
}

type Order = 'joined' | 'name' | 'email'

/** Members of the workspace to be listed. */
export interface MembersInput {
  /** Text in the name or the email address. */
  readonly q?: string
  readonly role?: Role
  readonly sort?: Order | `-${Order}`
  readonly limit?: number | string
  readonly cursor?: string
  readonly total?: boolean
}

/** The member that the examples show. */
export const exampleMember: Member = {
  userId: 'usr_01h455vb4pex5vsknk084sn02q',
  email: 'ada@example.com',
  name: 'Ada',
  role: 'admin',
  joinedAt: '2026-01-31T08:15:00.000Z',
}

/** A build without the plugin of the members answers 404. */
export const listMembers = defineEndpoint({
  pattern: 'GET /api/members',
  input: typed<MembersInput>(),
  output: typed<Page<Member>>(),
  summary: 'List the members of this workspace',
  mcp: {
    name: 'list_members',
    description:
      'Lists the members of this workspace with name, email address and role. Search by a part of the name or address to find one person.',
  },
  examples: [
    {
      title: 'A person by a part of the address',
      input: { q: 'ada@', limit: 10 },
      output: {
        items: [exampleMember],
        nextCursor: null,
      },
    },
  ],
})
