import { createElement } from 'react'
import type { Client, EndpointInput } from '@host/client'
import { listMembers, type Member } from '@host/platform-api/members'
import type { Page } from '@host/plugin/wire'
import { Avatar } from '../components/Avatar.tsx'
import type { SelectOption } from '../components/Select.tsx'

/** Members found for a typed text; a longer text finds the others. */
const mostShown = 50
/** Members of a page, and pages that are read to find one of them by id: 2,000 members. */
const pageSize = 200
const mostPages = 10

/** Finds members by a part of their name or email. */
export async function findMembers(client: Client, text: string, signal: AbortSignal): Promise<readonly Member[]> {
  const asked = { limit: mostShown, sort: 'name', ...(text !== '' && { q: text }) } as const
  return (await client.call(listMembers, asked, { signal })).items
}

/** A member by id: `former` when no member has it, undefined when there are more members than can be searched. */
export async function findMember(
  client: Client,
  userId: string,
  signal: AbortSignal,
): Promise<Member | 'former' | undefined> {
  let cursor: string | null = null
  for (let page = 0; page < mostPages; page++) {
    // Each page needs the cursor of the one before.
    const { items, nextCursor }: Page<Member> = await client.call(listMembers, pageAfter(cursor), { signal })
    const member = items.find((one) => one.userId === userId)
    if (member !== undefined) return member
    if (nextCursor === null) return 'former'
    cursor = nextCursor
  }
  return undefined
}

function pageAfter(cursor: string | null): EndpointInput<typeof listMembers> {
  return { limit: pageSize, sort: 'name', ...(cursor !== null && { cursor }) }
}

/** A member as an option. */
export function memberOption({ userId, name, email }: Member): SelectOption<string> {
  return {
    value: userId,
    label: name,
    description: email,
    media: createElement(Avatar, { name, size: 'small' }),
  }
}
