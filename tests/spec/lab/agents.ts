/** Agents: the official client of the protocol, with API tokens of people. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Visitor } from './visitor.ts'

/** The tool of a list. */
export type AgentTool = Awaited<ReturnType<Client['listTools']>>['tools'][number]

/** Result of a tool. */
export type ToolAnswer = Awaited<ReturnType<Client['callTool']>>

/** The scopes that a user can give a token. */
export async function allScopes(person: Visitor): Promise<readonly string[]> {
  const { body } = await person.get<{ items: { name: string; isReading: boolean }[] }>('/api/tokens/scopes')
  return body.items.map(({ name }) => name)
}

/** The scopes with which a token reads and changes nothing. */
export async function readingScopes(person: Visitor): Promise<readonly string[]> {
  const { body } = await person.get<{ items: { name: string; isReading: boolean }[] }>('/api/tokens/scopes')
  return ['mcp.use', ...body.items.filter(({ isReading }) => isReading).map(({ name }) => name)]
}

/** Makes a token. */
export async function mintToken(person: Visitor, scopes: readonly string[]): Promise<string> {
  const { status, body } = await person.post<{ token: string }>('/api/tokens', { name: 'Agent', scopes })
  if (status !== 201) throw new Error(`No token: ${status} ${JSON.stringify(body)}`)
  return body.token
}

/** How an agent connects. */
export interface AgentOptions {
  /** A client of the revisions before 2026-07-28, which opens a session. */
  readonly isLegacy?: boolean
  readonly language?: string
  /** Called when the host reports changed tools. */
  readonly onToolsChanged?: () => void
}

/** An agent with a token, connected over a real socket. */
export async function connectAgent(
  url: string | undefined,
  token: string,
  { isLegacy = false, language = 'en', onToolsChanged }: AgentOptions = {},
): Promise<Client & AsyncDisposable> {
  const client = new Client(
    { name: 'agent', version: '1.0.0' },
    {
      versionNegotiation: { mode: isLegacy ? 'legacy' : 'auto' },
      ...(onToolsChanged && {
        listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: onToolsChanged } },
      }),
    },
  )
  const headers = { authorization: `Bearer ${token}`, 'accept-language': language }
  await client.connect(new StreamableHTTPClientTransport(new URL('/api/mcp', url), { requestInit: { headers } }))
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() })
}

/** All tools of a list, page by page. */
export async function everyTool(client: Client): Promise<readonly AgentTool[]> {
  const tools: AgentTool[] = []
  let cursor: string | undefined
  do {
    const page = await client.listTools(cursor === undefined ? {} : { cursor })
    tools.push(...page.tools)
    cursor = page.nextCursor
  } while (cursor !== undefined)
  return tools
}

/** The text of an answer. */
export function textOf({ content }: ToolAnswer): string {
  return (content as readonly { readonly text?: string }[]).map(({ text }) => text ?? '').join('\n')
}

/** A host that listens. */
interface Running {
  readonly host: { readonly url: string | undefined }
}

/** A host's agents of a person who may do all that they may do. */
export async function agentOf(host: Running, person: Visitor, options?: AgentOptions) {
  return await connectAgent(host.host.url, await mintToken(person, await allScopes(person)), options)
}
