import { Problem, type EndpointInput, type WorkspaceScope } from '@host/plugin'
import { linkLimits, type Link, type putLink } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { changeLinkOf } from './change-link.ts'
import { chooseHost, createLinkIn } from './create-link.ts'

type Caller = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'userId' | 'audit'>

/** Calls that create or delete the same link meanwhile. */
const mostTries = 5

/** Creates the link with an external ID, or changes the one that has it. @throws Problem as either does */
export async function putLinkOf(parts: Parts, caller: Caller, input: EndpointInput<typeof putLink>): Promise<Link> {
  const { externalId, host, ...change } = input
  requireExternalId(externalId)
  for (let tries = 1; ; tries += 1) {
    const found = await linkWith(caller, externalId)
    try {
      if (found === undefined) return await createLinkIn(parts, caller, input)
      if (host !== undefined) await requireHost(parts, caller, { wanted: host, current: found.host })
      return await changeLinkOf(parts, caller, { ...change, id: found.id })
    } catch (error) {
      const meanwhile = await linkWith(caller, externalId)
      if (tries === mostTries || meanwhile?.id === found?.id || !isConcurrent(error)) throw error
    }
  }
}

async function linkWith({ db }: Pick<Caller, 'db'>, externalId: string) {
  const links = db.selectFrom('links_links').select(['id', 'host']).where('external_id', '=', externalId)
  return await links.executeTakeFirst()
}

function isConcurrent(error: unknown): boolean {
  return error instanceof Problem && (error.code === 'conflict' || error.code === 'not_found')
}

interface HostWanted {
  readonly wanted: string
  readonly current: string
}

async function requireHost(parts: Parts, caller: Caller, { wanted, current }: HostWanted): Promise<void> {
  const { asciiHost } = await chooseHost(parts, caller, wanted)
  if (asciiHost !== current) throw new Problem('invalid_input', { errors: [{ path: 'host', message: keepsHost }] })
}

/** It is a part of the address of the call, which no schema checks. */
function requireExternalId(text: string): void {
  if (text.trim() === text && text !== '' && text.length <= linkLimits.externalId && !text.includes('\0')) return
  throw new Problem('invalid_input', { errors: [{ path: 'externalId', message: wrongId }] })
}

const keepsHost = { en: 'A link keeps its host. Create another link.', zh: '链接的主机名不能更改，请另建链接。' }
const wrongId = {
  en: `Enter 1 to ${linkLimits.externalId} characters without spaces around them.`,
  zh: `请输入 1 到 ${linkLimits.externalId} 个字符，首尾不含空格。`,
}
