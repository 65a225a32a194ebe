/** Setup of one client for this product. */
export interface ClientSetup {
  readonly id: 'claude-code' | 'claude-desktop' | 'codex' | 'cursor' | 'gemini' | 'vs-code' | 'http' | 'stdio'
  readonly language: 'Shell' | 'JSON' | 'HTTP'
  /** Names the variable that the client reads; it contains no token. */
  readonly code: string
  /** The same with a token in it. */
  readonly withToken: (token: string) => Pick<ClientSetup, 'language' | 'code'>
}

const name = 'host'
/** Many machines have another program of the name, which looks domain names up: only the whole path is ours. */
const program = '/path/to/host'
const tokenFile = '/path/to/token'
const variable = 'HOST_MCP_TOKEN'
const bearer = (place: string): string => `Authorization: Bearer ${place}`

/** The setups of common clients. @param origin where this product is reached */
export function clientSetups(origin: string): readonly ClientSetup[] {
  const url = `${origin}/api/mcp`
  return [...commandSetups(url), ...fileSetups(url), ...plainSetups(url)]
}

const shell = (code: string) => ({ language: 'Shell', code }) as const
const json = (value: object) => ({ language: 'JSON', code: JSON.stringify(value, undefined, 2) }) as const

/** Clients that a command adds the product to. */
function commandSetups(url: string): readonly ClientSetup[] {
  // Single quotes: the shell would put the token itself in its place, and the client keep that in a file.
  const add = (client: string, place: string) =>
    shell(`${client} mcp add --transport http ${name} ${url} \\\n  --header '${bearer(place)}'`)
  const codex = `codex mcp add ${name} --url ${url} \\\n  --bearer-token-env-var ${variable}`
  return [
    { id: 'claude-code', ...add('claude', `\${${variable}}`), withToken: (token) => add('claude', token) },
    { id: 'codex', ...shell(codex), withToken: (token) => shell(`export ${variable}=${token}\n${codex}`) },
    { id: 'gemini', ...add('gemini', `\${${variable}}`), withToken: (token) => add('gemini', token) },
  ]
}

/** Clients that read a file. */
function fileSetups(url: string): readonly ClientSetup[] {
  const server = (place: string) => ({ url, headers: { Authorization: `Bearer ${place}` } })
  const desktop = (env: object) =>
    json({ mcpServers: { [name]: { command: program, args: ['mcp'], env: { HOST_MCP_URL: url, ...env } } } })
  const cursor = (place: string) => json({ mcpServers: { [name]: server(place) } })
  return [
    { id: 'cursor', ...cursor(`\${env:${variable}}`), withToken: cursor },
    {
      id: 'vs-code',
      ...json({
        inputs: [{ type: 'promptString', id: 'host-token', description: 'API token', password: true }],
        servers: { [name]: { type: 'http', ...server('${input:host-token}') } },
      }),
      // Into the profile of the user: the file of a folder is often shared.
      withToken: (token) => shell(`code --add-mcp '${JSON.stringify({ name, type: 'http', ...server(token) })}'`),
    },
    {
      id: 'claude-desktop',
      ...desktop({ HOST_MCP_TOKEN_FILE: tokenFile }),
      withToken: (token) => desktop({ [variable]: token }),
    },
  ]
}

/** What every other client needs. */
function plainSetups(url: string): readonly ClientSetup[] {
  const http = (place: string) => ({ language: 'HTTP', code: `POST ${url}\n${bearer(place)}` }) as const
  const stdio = (line: string) => shell(`export HOST_MCP_URL=${url}\nexport ${line}\n${program} mcp`)
  return [
    { id: 'http', ...http(`$${variable}`), withToken: http },
    {
      id: 'stdio',
      ...stdio(`HOST_MCP_TOKEN_FILE=${tokenFile}`),
      withToken: (token) => stdio(`${variable}=${token}`),
    },
  ]
}
