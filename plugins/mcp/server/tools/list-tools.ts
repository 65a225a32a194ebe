import type { ListToolsResult } from '@modelcontextprotocol/server'
import type { Parts } from '../parts.ts'
import type { AgentScope } from '../serve/server-for.ts'
import { pageAfter } from '../serve/cursor.ts'

const pageSize = 50

/** A part of the tools that a token may call by now. @throws ProtocolError for a cursor that no list gave */
export async function listTools(
  parts: Pick<Parts, 'api' | 'tools'>,
  { request }: Pick<AgentScope, 'request'>,
  cursor: string | undefined,
): Promise<ListToolsResult> {
  const tools = parts.tools().among(await parts.api.routesFor(request))
  const { items, nextCursor } = pageAfter(tools, { cursor, size: pageSize, keyOf: ({ name }) => name })
  // The library declares them as writable, and writes none.
  const listed = items.map((tool) => tool.listed) as unknown as ListToolsResult['tools']
  return nextCursor === undefined ? { tools: listed } : { tools: listed, nextCursor }
}
